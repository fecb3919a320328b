// Bodies that hide others inside them.
import type { Pose, SceneInfo, Shape, Vec3 } from '../data/types';
import { roleOf } from './builder';
import type { Frames } from './frames';
import { IDENTITY, multiply } from './matrices';

interface Solid {
  owner: number;
  centre: Float64Array;
  axes: Float64Array;
  half: Vec3;
}

function halfOf(shape: Shape): [Pose, Vec3] | null {
  switch (shape.shape) {
    case 'box': return [shape.pose, shape.size.map((edge) => edge / 2) as Vec3];
    case 'ellipsoid': return [shape.pose, shape.radii];
    case 'cylinder': return [shape.pose, [shape.radius, shape.radius, shape.length / 2]];
    default: return null;
  }
}

// Solids of bodies where the frames are now.
function solidsOf(scene: SceneInfo, frames: Frames): Solid[] {
  const solids: Solid[] = [];
  scene.objects.forEach((object, owner) => {
    for (const shape of object.shapes ?? []) {
      const measured = roleOf(shape) === 'body' ? halfOf(shape) : null;
      if (!measured) continue;
      const [pose, half] = measured;
      const solid = { owner, centre: new Float64Array(3), axes: new Float64Array(9), half };
      frames.pointInto(pose, solid.centre, 0);
      multiply(frames.axes, 9 * pose.frame, Float64Array.from(pose.axes ?? IDENTITY), 0, solid.axes, 0);
      solids.push(solid);
    }
  });
  return solids;
}

function isInside({ centre }: Solid, { centre: origin, axes, half }: Solid): boolean {
  for (let k = 0; k < 3; ++k) {
    let along = 0;
    for (let i = 0; i < 3; ++i) along += axes[3 * i + k]! * (centre[i]! - origin[i]!);
    if (Math.abs(along) >= half[k]!) return false;
  }
  return true;
}

const volumeOf = ({ half }: Solid): number => half[0] * half[1] * half[2];

// Objects with a solid that a smaller one of another object has its centre in.
export function enclosingObjects(scene: SceneInfo, frames: Frames): Set<number> {
  const solids = solidsOf(scene, frames).sort((a, b) => volumeOf(a) - volumeOf(b));
  const enclosing = new Set<number>();
  solids.forEach((outer, i) => {
    for (let k = 0; k < i && !enclosing.has(outer.owner); ++k)
      if (solids[k]!.owner !== outer.owner && isInside(solids[k]!, outer)) enclosing.add(outer.owner);
  });
  return enclosing;
}
