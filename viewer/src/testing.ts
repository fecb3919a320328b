// The page as tests and scripts see it: window.pintle.
import { components, parseCurve, type Component } from './data/channels';
import type { Run } from './data/run';
import type { App } from './app';
import { curveValueAt } from './plots/table';

export interface PintlePage {
  ready: Promise<void>;
  runs: Run[];
  time(): number;
  setTime(t: number): void;
  position(name: string): [number, number, number] | null;
  value(channel: string, component?: Component): number | null;
  pick(x: number, y: number): string | null;
  select(name: string): boolean;
  plot(...curves: string[]): Promise<void>;
  csv(plot?: number): string;
  frames(): number;
}

declare global {
  interface Window {
    pintle: PintlePage;
  }
}

export function pageOf(app: App, ready: Promise<void>): PintlePage {
  return {
    ready,
    runs: app.b ? [app.a, app.b] : [app.a],
    time: () => app.clock.time,
    setTime: (t) => app.setTime(t),
    // As displayed: after everything has followed the time.
    position: (name) => {
      app.settle();
      return app.model.positionOf(name);
    },
    value: (channel, component = 0) => curveValueAt(app.a, { channel, component }, app.clock.time),
    pick: (x, y) => {
      app.settle();
      const object = app.view.pick(x, y);
      return object < 0 ? null : app.model.scene.objects[object]!.name;
    },
    select: (name) => {
      const object = app.model.indexOf(name);
      app.select(object);
      return object >= 0;
    },
    plot: async (...curves) => {
      for (const text of curves) {
        const channel = app.a.channel(text);
        const ids = channel ? components(channel).filter((part) => part !== 'magnitude').map((component) => ({ channel: text, component })) : [parseCurve(text)];
        await app.plots.add(ids);
      }
    },
    csv: (plot = 0) => app.plots.plots[plot]?.csv() ?? '',
    frames: () => app.drawn,
  };
}
