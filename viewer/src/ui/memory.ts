// Choices kept by the browser, where it allows that for the page.

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`pintle.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`pintle.${key}`, value);
  } catch {
    // A private window: the choice holds as long as the page.
  }
}
