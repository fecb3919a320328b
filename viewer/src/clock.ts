// The time that is shown, and how it goes on.

export class Clock {
  time = 0;
  start = 0;
  end = 0;
  speed = 1;
  isPlaying = false;
  isLooping = true;
  private last = 0;

  setRange(start: number, end: number): void {
    this.start = start;
    this.end = end;
    this.set(this.time);
  }

  set(t: number): void {
    this.time = Math.min(this.end, Math.max(this.start, t));
  }

  // Playing from the end starts anew.
  play(now: number): void {
    if (this.time >= this.end) this.time = this.start;
    this.isPlaying = true;
    this.last = now;
  }

  pause(): void {
    this.isPlaying = false;
  }

  // Goes on to a moment of the wall clock, given in milliseconds.
  advance(now: number): void {
    if (!this.isPlaying) return;
    // A page that was hidden does not jump.
    const passed = Math.min(250, Math.max(0, now - this.last)) / 1000;
    this.last = now;
    const next = this.time + passed * this.speed;
    if (next < this.end) this.time = next;
    else if (this.isLooping && this.end > this.start) this.time = this.start + ((next - this.start) % (this.end - this.start));
    else {
      this.time = this.end;
      this.isPlaying = false;
    }
  }
}

// Real time where that takes some seconds; otherwise a round factor that makes about ten of them.
export function defaultSpeed(duration: number): number {
  if (!(duration > 0)) return 1;
  if (duration >= 2 && duration <= 60) return 1;
  const exact = duration / 10;
  const power = 10 ** Math.floor(Math.log10(exact));
  return [1, 2, 5, 10].map((k) => k * power).reduce((best, k) => (Math.abs(Math.log(k / exact)) < Math.abs(Math.log(best / exact)) ? k : best));
}
