// Files handed to the user.

export function download(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function downloadCanvas(name: string, canvas: HTMLCanvasElement): void {
  canvas.toBlob((blob) => { if (blob) download(name, blob); }, 'image/png');
}

// A name that every file system takes.
export function fileName(...parts: string[]): string {
  return parts.map((part) => part.replace(/[^\p{L}\p{N}.-]+/gu, '_').replace(/^_+|_+$/g, '')).filter(Boolean).join('-');
}
