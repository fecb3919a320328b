// Light and dark: as the system, unless chosen.
import type { ThemeName } from '../scene/palette';
import { recall, remember } from './memory';

export type ThemeChoice = ThemeName | 'system';

export class Theme {
  choice: ThemeChoice;
  onChange: (theme: ThemeName) => void = () => {};
  private readonly prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

  constructor() {
    const kept = recall('theme');
    this.choice = kept === 'light' || kept === 'dark' ? kept : 'system';
    this.prefersDark.addEventListener('change', () => this.apply());
    this.mark();
  }

  get current(): ThemeName {
    return this.choice === 'system' ? (this.prefersDark.matches ? 'dark' : 'light') : this.choice;
  }

  set(choice: ThemeChoice): void {
    this.choice = choice;
    remember('theme', choice);
    this.apply();
  }

  // Against the current one; back to the system's where that is the same.
  toggle(): void {
    const next = this.current === 'dark' ? 'light' : 'dark';
    this.set(next === (this.prefersDark.matches ? 'dark' : 'light') ? 'system' : next);
  }

  private mark(): void {
    document.documentElement.dataset.theme = this.current;
  }

  private apply(): void {
    this.mark();
    this.onChange(this.current);
  }
}
