// Unit shapes that all objects share.
import { BoxGeometry, BufferAttribute, BufferGeometry, CylinderGeometry, SphereGeometry } from 'three';

export type UnitShape = 'box' | 'ball' | 'knob' | 'cylinder' | 'rod' | 'cone' | 'coil';

const COILS = 10;
const STRAIGHT = 0.1;      // part of the length that is straight, at either end
const AROUND = 7;          // corners of the wire's section

// For a shape that is small on the screen, plain ones are as good and are drawn several times as fast.
export function unitGeometry(shape: UnitShape, isPlain = false): BufferGeometry {
  const sides = (fine: number, plain: number): number => (isPlain ? plain : fine);
  switch (shape) {
    case 'box': return new BoxGeometry(1, 1, 1);
    case 'ball': return new SphereGeometry(1, sides(24, 10), sides(16, 6));
    case 'knob': return new SphereGeometry(1, sides(12, 6), sides(8, 4));  // the end of a rod: small, and there are many
    case 'cylinder': return new CylinderGeometry(1, 1, 1, sides(40, 12)).rotateX(Math.PI / 2);
    case 'rod': return new CylinderGeometry(1, 1, 1, sides(12, 6), 1, true).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    case 'cone': return new CylinderGeometry(0, 1, 1, sides(24, 8)).rotateX(Math.PI / 2).translate(0, 0, 0.5);
    case 'coil': return coil();
  }
}

// The helix of a spring from z = 0 to 1. Its wire is given apart (attribute `wire`), so that it keeps its section
// whatever the length: position holds the centre line, the shader adds the wire.
function coil(): BufferGeometry {
  const steps = COILS * 20;
  const centre: number[][] = [[0, 0, 0]];
  for (let i = 0; i <= steps; ++i) {
    const u = i / steps;
    const angle = 2 * Math.PI * COILS * u;
    const radius = Math.min(1, 16 * u, 16 * (1 - u));
    centre.push([radius * Math.cos(angle), radius * Math.sin(angle), STRAIGHT + (1 - 2 * STRAIGHT) * u]);
  }
  centre.push([0, 0, 1]);
  const positions: number[] = [];
  const wires: number[] = [];
  const indices: number[] = [];
  centre.forEach((c, i) => {
    // Section across the tangent; z is stretched about four times against the radius in a typical spring.
    const before = centre[Math.max(0, i - 1)]!;
    const after = centre[Math.min(centre.length - 1, i + 1)]!;
    const t = [after[0]! - before[0]!, after[1]! - before[1]!, 4 * (after[2]! - before[2]!)];
    const length = Math.hypot(t[0]!, t[1]!, t[2]!);
    const tangent = t.map((x) => x / length);
    let n = [c[0]!, c[1]!, 0];
    if (Math.hypot(n[0]!, n[1]!) < 1e-9) n = [1, 0, 0];
    const along = n[0]! * tangent[0]! + n[1]! * tangent[1]! + n[2]! * tangent[2]!;
    n = n.map((x, k) => x - along * tangent[k]!);
    const size = Math.hypot(n[0]!, n[1]!, n[2]!);
    n = n.map((x) => x / size);
    const m = [
      tangent[1]! * n[2]! - tangent[2]! * n[1]!,
      tangent[2]! * n[0]! - tangent[0]! * n[2]!,
      tangent[0]! * n[1]! - tangent[1]! * n[0]!,
    ];
    for (let j = 0; j < AROUND; ++j) {
      const angle = (2 * Math.PI * j) / AROUND;
      positions.push(...c);
      for (let k = 0; k < 3; ++k) wires.push(Math.cos(angle) * n[k]! + Math.sin(angle) * m[k]!);
      if (i + 1 < centre.length) {
        const a = i * AROUND + j, b = i * AROUND + ((j + 1) % AROUND);
        indices.push(a, b, a + AROUND, b, b + AROUND, a + AROUND);
      }
    }
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(Float32Array.from(wires), 3));
  geometry.setAttribute('wire', new BufferAttribute(Float32Array.from(wires), 3));
  geometry.setIndex(indices);
  return geometry;
}
