// Line icons on a grid of 16 x 16.

const PATHS = {
  play: 'M4.5 2.8v10.4l9-5.2z!',
  pause: 'M4.5 3h2.6v10H4.5zM8.9 3h2.6v10H8.9z!',
  first: 'M3.5 3v10M13 3.2v9.6L5.6 8z',
  last: 'M12.5 3v10M3 3.2v9.6L10.4 8z',
  back: 'M11.5 3.4v9.2L5 8z',
  forward: 'M4.5 3.4v9.2L11 8z',
  loop: 'M3 7.5V7a3 3 0 0 1 3-3h6.5M10.5 2l2 2-2 2M13 8.5V9a3 3 0 0 1-3 3H3.5M5.5 14l-2-2 2-2',
  fit: 'M2.5 5.5v-3h3M10.5 2.5h3v3M13.5 10.5v3h-3M5.5 13.5h-3v-3M6 6h4v4H6z',
  label: 'M2.5 3h5.8l5.2 5.2-5.3 5.3L3 8.3zM5.3 5.8h.01',
  eye: 'M1.5 8s2.4-4.5 6.5-4.5S14.5 8 14.5 8 12.1 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z',
  hidden: 'M2 2l12 12M6.3 3.8C6.8 3.6 7.4 3.5 8 3.5c4.1 0 6.5 4.5 6.5 4.5s-.7 1.3-2 2.5M4 5C2.400 6.200 1.500 8 1.500 8s2.400 4.500 6.500 4.500c1.100 0 2-.3 2.900-.8',
  camera: 'M2 5h2.600l1-1.600h4.800l1 1.600H14v8H2zM8 7a2.200 2.200 0 1 1 0 4.400A2.200 2.200 0 0 1 8 7z',
  save: 'M8 2.500v7.500M5 7.200l3 3 3-3M2.500 11.500v2h11v-2',
  table: 'M2.500 3h11v10h-11zM2.500 6.300h11M2.500 9.700h11M6.500 3v10',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  sun: 'M8 5.200a2.800 2.800 0 1 1 0 5.600 2.800 2.800 0 0 1 0-5.600zM8 1.500v1.300M8 13.200v1.300M1.500 8h1.300M13.200 8h1.300M3.400 3.400l.9.9M11.700 11.700l.9.9M12.600 3.400l-.9.9M4.300 11.700l-.9.9',
  moon: 'M13.300 9.700A5.800 5.800 0 0 1 6.300 2.700a5.800 5.800 0 1 0 7 7z',
  system: 'M8 2.200a5.800 5.800 0 1 0 0 11.600zM8 2.200a5.800 5.800 0 1 1 0 11.600',
  help: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM6.200 6.300A1.800 1.800 0 1 1 8 8.300v.9M8 11.300h.01',
  tree: 'M2.500 3.500h4M2.500 3.500v9h4M2.500 8h4M9 3.500h4.500M9 8h4.500M9 12.500h4.500',
  panel: 'M2.500 3h11v10h-11zM10 3v10',
  chart: 'M2.500 2.500v11h11M4.500 10l2.600-3.500 2.300 2 3.600-4.500',
  search: 'M7 2.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9zM10.500 10.500l3 3',
  follow: 'M8 5.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5zM8 1.500v2.500M8 12v2.500M1.500 8H4M12 8h2.500',
  cube: 'M8 2l5.200 3v6L8 14l-5.200-3V5zM2.800 5L8 8l5.200-3M8 8v6',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  sliders: 'M2.500 4.500h6M11.500 4.500h2M2.500 11.500h2M7.500 11.500h6M10 3a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3zM6 10a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3z',
  isolate: 'M8 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM2.500 5v-2.500H5M11 2.500h2.500V5M13.500 11v2.500H11M5 13.500H2.500V11',
  chevron: 'M6 4l4 4-4 4',
} as const;

export type IconName = keyof typeof PATHS;

const SVG = 'http://www.w3.org/2000/svg';

// A path that ends with '!' is filled.
export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const text: string = PATHS[name];
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', text.replace('!', ''));
  if (text.endsWith('!')) path.setAttribute('fill', 'currentColor');
  svg.append(path);
  return svg;
}
