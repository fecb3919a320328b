import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Clock, defaultSpeed } from '../../src/clock';
import { Catalog } from '../../src/data/catalog';
import { parseCurve, formatCurve, shortName } from '../../src/data/channels';
import { formatNumber, formatUnit, roundStep } from '../../src/data/numbers';
import { fileName } from '../../src/exports';
import { formatState, parseState } from '../../src/hash';
import { nextSpeed } from '../../src/ui/transport';
import { plural } from '../../src/ui/tree';
import { openRun } from './support';

test('the clock plays at its speed, loops, and stops at the end without looping', () => {
  const clock = new Clock();
  clock.setRange(1, 3);
  clock.speed = 2;
  clock.play(0);
  clock.advance(100);
  assert.ok(Math.abs(clock.time - 1.2) < 1e-12);
  clock.set(2.9);
  clock.advance(200);
  assert.ok(Math.abs(clock.time - 1.1) < 1e-12);
  clock.isLooping = false;
  clock.set(2.9);
  clock.advance(300);
  assert.equal(clock.time, 3);
  assert.equal(clock.isPlaying, false);
  clock.play(0);
  assert.equal(clock.time, 1);
});

test('short and long runs play in about ten seconds', () => {
  assert.equal(defaultSpeed(10), 1);
  assert.equal(defaultSpeed(0.02), 0.002);
  assert.equal(defaultSpeed(3600), 500);
  assert.equal(nextSpeed(1, 1), 2);
  assert.equal(nextSpeed(0.1, -1), 0.05);
});

test('the address keeps names with any characters', () => {
  const state = { time: 1.25, selected: 'joint.a & b=c;#', plots: [[{ channel: 'node.a:b,c;d|e "f".x', component: 2 }, { channel: 'v', component: 'magnitude' as const }], [{ channel: 'w', component: 0 }]] };
  assert.deepEqual(parseState(`#${formatState(state)}`), state);
  assert.deepEqual(parseState('#plots=%E0%A4%A&t=2'), { time: 2 });
  assert.deepEqual(parseState(''), {});
});

test('curves are written as channel and component', () => {
  assert.deepEqual(parseCurve('element.x.stress'), { channel: 'element.x.stress', component: 0 });
  assert.deepEqual(parseCurve('a:b:12'), { channel: 'a:b', component: 12 });
  assert.equal(formatCurve({ channel: 'v', component: 'magnitude' }), 'v:magnitude');
});

test('channels are called by their owner and short name', async () => {
  const run = await openRun([0], [{ name: 'joint.a.b.reaction_force', unit: 'N', size: 3, values: [0, 0, 0] }, { name: 'system.kinetic_energy', unit: 'J', size: 1, values: [0] }, { name: 'x', size: 1, values: [0] }],
    { objects: [{ kind: 'joint', type: 'pin', name: 'a.b', channels: ['joint.a.b.reaction_force'] }] });
  const catalog = new Catalog(run);
  assert.equal(shortName('joint.a.b.reaction_force', 'joint', 'a.b'), 'reaction_force');
  assert.equal(catalog.label('joint.a.b.reaction_force'), 'a.b: reaction force');
  assert.deepEqual(catalog.firstCurves(), [{ channel: 'system.kinetic_energy', component: 0 }]);
  assert.deepEqual(catalog.others().map((channel) => channel.name), ['x']);
  assert.equal(plural('body'), 'Bodies');
});

test('numbers, steps and file names are readable', () => {
  assert.equal(formatNumber(-0.00001234567), '−1.2346e−5');
  assert.equal(formatNumber(1234.5678), '1234.57');
  assert.equal(formatNumber(null), '–');
  assert.deepEqual(['kg m^2/s', 's^-1', 'N', '1'].map(formatUnit), ['kg m²/s', 's⁻¹', 'N', '']);
  assert.equal(roundStep(0.37), 0.2);
  assert.equal(roundStep(7), 5);
  assert.equal(fileName('Slider-crank: "A/B"', 'kg m/s'), 'Slider-crank_A_B-kg_m_s');
});
