import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

// Licences of what goes into the page.
const licence = (name: string): string => `${name}\n\n${readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim()}`;
const licences = `<!--\nThis page contains:\n\n${['three', 'uplot'].map(licence).join('\n\n')}\n-->`;

// The page runs its own script and no other, whatever names and titles hold; it loads nothing but data of the server it came from.
const policy = (scripts: string[]): string => [
  "default-src 'none'",
  `script-src ${scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`).join(' ')}`,
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

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
      const scripts: string[] = [];
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page) continue;
        if (file.type === 'chunk') {
          const code = file.code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--').trim();
          scripts.push(code);
          html = html.replace('</body>', () => `<script type="module">${code}</script>\n</body>`);
        } else {
          html = html.replace('</head>', () => `<style>${String(file.source).trim()}</style>\n</head>`);
        }
        delete bundle[name];
      }
      html = html.replace('<meta charset="utf-8">', (meta) => `${meta}\n<meta http-equiv="Content-Security-Policy" content="${policy(scripts)}">`);
      if (html.split('<!-- pintle-data -->').length !== 2) this.error('the page needs its data marker exactly once');
      page.source = html.replace('</head>', () => `${licences}\n</head>`);
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
