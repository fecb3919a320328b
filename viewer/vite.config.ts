import { defineConfig, type Plugin } from 'vite';

// Puts script and styles into the page itself. The script goes to the end of the body: what stands at the
// marker <!-- pintle-data --> exists when it starts, also without a server (modules of file:// pages may be inline only).
function singlePage(): Plugin {
  return {
    name: 'single-page',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = Object.values(bundle).find((file) => file.fileName.endsWith('.html'));
      if (page?.type !== 'asset') return;
      let html = String(page.source).replace(/\s*<(script|link)\b[^>]*(src|href)="[^"]*assets[^"]*"[^>]*>(<\/script>)?/g, '');
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page) continue;
        if (file.type === 'chunk') {
          const code = file.code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--').trim();
          html = html.replace('</body>', () => `<script type="module">${code}</script>\n</body>`);
        } else {
          html = html.replace('</head>', () => `<style>${String(file.source).trim()}</style>\n</head>`);
        }
        delete bundle[name];
      }
      if (html.split('<!-- pintle-data -->').length !== 2) this.error('the page needs its data marker exactly once');
      page.source = html;
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [singlePage()],
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    assetsInlineLimit: 100_000_000,
    modulePreload: false,
    chunkSizeWarningLimit: 900,
    rollupOptions: { input: 'viewer.html' },
  },
});
