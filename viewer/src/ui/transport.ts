// Play, pause, step, scrub, speed, loop.
import { formatTime } from '../data/numbers';
import type { Clock } from '../clock';
import { button, element, toggleState } from './dom';
import { icon } from './icons';

const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

export interface TransportActions {
  togglePlay(): void;
  step(records: number): void;
  goTo(t: number): void;
  setSpeed(speed: number): void;
  toggleLoop(): void;
}

export class Transport {
  private readonly slider = element('input', { type: 'range', class: 'scrub', min: '0', max: '1', step: 'any', 'aria-label': 'Time' });
  private readonly readout = element('input', { class: 'time', 'aria-label': 'Time in seconds', inputmode: 'decimal', spellcheck: 'false' });
  private readonly endTime = element('span', { class: 'end-time' });
  private readonly record = element('span', { class: 'record' });
  private readonly speed = element('select', { 'aria-label': 'Speed', title: 'Speed: [ and ]' });
  private readonly playButton: HTMLButtonElement;
  private readonly loopButton: HTMLButtonElement;
  private wasPlaying: boolean | null = null;

  constructor(root: HTMLElement, private readonly clock: Clock, private readonly stepSize: () => number, actions: TransportActions) {
    this.playButton = button('play', 'Play (space)', () => actions.togglePlay(), 'primary');
    this.loopButton = button('loop', 'Loop (r)', () => actions.toggleLoop());
    for (const value of SPEEDS) this.speed.append(element('option', { value: String(value) }, `${value}×`));
    this.speed.addEventListener('change', () => actions.setSpeed(Number(this.speed.value)));
    this.slider.addEventListener('input', () => actions.goTo(clock.start + Number(this.slider.value) * (clock.end - clock.start)));
    this.readout.addEventListener('change', () => {
      const t = Number(this.readout.value.replace('−', '-').replace(',', '.'));
      if (Number.isFinite(t)) actions.goTo(t);
      this.readout.blur();
    });
    this.readout.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Enter') this.readout.dispatchEvent(new Event('change'));
    });
    root.append(
      button('first', 'To the start (Home)', () => actions.goTo(clock.start)), button('back', 'One record back (←)', () => actions.step(-1)),
      this.playButton, button('forward', 'One record on (→)', () => actions.step(1)), button('last', 'To the end (End)', () => actions.goTo(clock.end)),
      this.loopButton, this.slider, this.readout, this.endTime, this.record, this.speed);
  }

  update(record: number, records: number): void {
    const { clock } = this;
    const span = clock.end - clock.start;
    const share = span > 0 ? (clock.time - clock.start) / span : 0;
    this.slider.value = String(share);
    this.slider.style.setProperty('--share', `${100 * share}%`);
    this.slider.setAttribute('aria-valuetext', `${clock.time} s`);
    if (document.activeElement !== this.readout) this.readout.value = formatTime(clock.time, this.stepSize());
    this.endTime.textContent = `/ ${formatTime(clock.end, this.stepSize())} s`;
    this.record.textContent = `${record} / ${records}`;
    this.record.title = `record ${record} of ${records}`;
    if (this.wasPlaying === clock.isPlaying) return;
    this.wasPlaying = clock.isPlaying;
    this.playButton.replaceChildren(icon(clock.isPlaying ? 'pause' : 'play'));
    this.playButton.setAttribute('aria-label', clock.isPlaying ? 'Pause (space)' : 'Play (space)');
    this.playButton.title = clock.isPlaying ? 'Pause (space)' : 'Play (space)';
  }

  updateSettings(): void {
    const { speed } = this.clock;
    if (!SPEEDS.includes(speed) && !this.speed.querySelector(`option[value="${speed}"]`))
      this.speed.append(element('option', { value: String(speed) }, `${speed}×`));
    this.speed.value = String(speed);
    toggleState(this.loopButton, this.clock.isLooping);
  }
}

// The next speed of the list, up or down.
export function nextSpeed(speed: number, direction: 1 | -1): number {
  return direction > 0 ? SPEEDS.find((next) => next > speed * 1.01) ?? speed : SPEEDS.findLast((next) => next < speed * 0.99) ?? speed;
}
