// Turns the shapes of a scene into items. It knows shapes, not types of elements.
import { DoubleSide, FrontSide, Group, MeshStandardMaterial, type Material } from 'three';
import type { Point, Pose, Role, SceneInfo, Shape } from '../data/types';
import type { Run } from '../data/run';
import type { UnitShape } from './geometries';
import { coilMaterial, Pool } from './pool';
import { ValueRanges } from './values';
import type { Item } from './items/item';
import { ArrowItem, AxesItem } from './items/arrows';
import { PointsItem, SolidItem } from './items/solids';
import { RodsItem, SpringItem } from './items/rods';
import { SurfaceItem } from './items/surfaces';
import { TrailItem } from './items/trails';
import { TubeItem } from './items/tubes';

export const SEEN_THROUGH = 0.35;
const ROLES: Role[] = ['body', 'joint', 'spring', 'line', 'tracer', 'frame', 'force', 'moment', 'node'];
const DEFAULT_ROLES: Record<Shape['shape'], Role> = {
  points: 'node', line: 'line', surface: 'body', box: 'body', ellipsoid: 'body', cylinder: 'body',
  axes: 'frame', arrow: 'force', trail: 'tracer', curve: 'line',
};

export function roleOf(shape: Shape): Role {
  return ROLES.find((role) => role === shape.role) ?? DEFAULT_ROLES[shape.shape];
}

// Corners of the box around a solid, in the axes of its frame.
function cornersOf({ frame, at, axes = [1, 0, 0, 0, 1, 0, 0, 0, 1] }: Pose, x: number, y: number, z: number): Point[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((k) => {
    const [u, v, w] = [k & 1 ? x : -x, k & 2 ? y : -y, k & 4 ? z : -z];
    const along = (i: number): number => at[i]! + axes[3 * i]! * u + axes[3 * i + 1]! * v + axes[3 * i + 2]! * w;
    return { frame, at: [along(0), along(1), along(2)] };
  });
}

// Points that hold a shape between them.
export function extentOf(shape: Shape): Point[] {
  switch (shape.shape) {
    case 'points': case 'line': case 'surface': return shape.points;
    case 'box': return cornersOf(shape.pose, shape.size[0] / 2, shape.size[1] / 2, shape.size[2] / 2);
    case 'ellipsoid': return cornersOf(shape.pose, ...shape.radii);
    case 'cylinder': return cornersOf(shape.pose, shape.radius, shape.radius, shape.length / 2);
    case 'axes': return cornersOf(shape.pose, shape.length / 2, shape.length / 2, shape.length / 2);
    case 'arrow': case 'trail': return [shape.point];
    default: return [];
  }
}

export class SceneBuilder {
  readonly group = new Group();
  readonly items: Item[] = [];
  readonly pools: Pool[] = [];
  readonly bodyMaterials: MeshStandardMaterial[] = [];
  readonly wireRadius = { value: 1 };
  readonly ranges: ValueRanges;
  trailRecords = new Int32Array(0);
  private readonly poolByKey = new Map<string, Pool>();

  // Objects in `glass` would hide others.
  constructor(private readonly run: Run, scene: SceneInfo, private readonly isGhost: boolean, private readonly glass: ReadonlySet<number>) {
    this.ranges = new ValueRanges(run);
    scene.objects.forEach((object, owner) => {
      for (const shape of object.shapes ?? []) {
        const item = this.itemOf(owner, shape);
        if (item) this.items.push(item);
      }
    });
    for (const pool of this.pools) {
      pool.finish(!isGhost);
      this.group.add(pool.mesh);
    }
  }

  private material(settings: { isBody?: boolean; isGlass?: boolean; isTwoSided?: boolean; vertexColors?: boolean }): MeshStandardMaterial {
    const material = new MeshStandardMaterial({
      roughness: settings.isBody ? 0.58 : 0.42, metalness: 0.05, vertexColors: settings.vertexColors ?? false,
      side: settings.isTwoSided ? DoubleSide : FrontSide,
    });
    if (this.isGhost) makeTranslucent(material, 0.3);
    else if (settings.isGlass) makeTranslucent(material, SEEN_THROUGH);
    else if (settings.isBody) this.bodyMaterials.push(material);
    return material;
  }

  // Of each role, so that roles which are not shown cost nothing.
  private pool(shape: UnitShape, role: Role, isBody = false, isGlass = false): Pool {
    const key = `${shape} ${role} ${isBody} ${isGlass}`;
    let pool = this.poolByKey.get(key);
    if (!pool) {
      const material = this.material({ isBody, isGlass });
      pool = new Pool(shape, shape === 'coil' ? coilMaterial(material, this.wireRadius) : material);
      this.poolByKey.set(key, pool);
      this.pools.push(pool);
    }
    return pool;
  }

  private itemOf(owner: number, shape: Shape): Item | null {
    const role = roleOf(shape);
    const isBody = role === 'body';
    const isGlass = isBody && this.glass.has(owner);
    if (this.isGhost && ['tracer', 'frame', 'force', 'moment'].includes(role)) return null;
    switch (shape.shape) {
      case 'points': return new PointsItem(owner, role, this.pool('ball', role), shape.points);
      case 'line':
        if (shape.points.length < 2) return null;
        if (role === 'spring') return new SpringItem(owner, role, this.pool('coil', role), shape.points);
        if (shape.values?.length === shape.points.length && !this.isGhost)
          return this.tube(owner, role, shape.points, shape.points.length, shape.values);
        return new RodsItem(owner, role, this.pool('rod', role), this.pool('knob', role), shape.points);
      case 'surface': {
        const values = shape.values?.length === shape.points.length && !this.isGhost ? this.ranges.add(shape.values) : null;
        const material = this.material({ isBody: true, isTwoSided: true, vertexColors: true });
        const item = new SurfaceItem(owner, role, shape, values, material);
        this.group.add(item.mesh);
        return item;
      }
      case 'box': return new SolidItem(owner, role, this.pool('box', role, isBody, isGlass), shape.pose, shape.size);
      case 'ellipsoid': return new SolidItem(owner, role, this.pool('ball', role, isBody, isGlass), shape.pose, shape.radii);
      case 'cylinder':
        return new SolidItem(owner, role, this.pool('cylinder', role, isBody, isGlass), shape.pose, [shape.radius, shape.radius, shape.length]);
      case 'axes': return new AxesItem(owner, shape, this.pool('rod', role), this.pool('cone', role));
      case 'arrow': return new ArrowItem(owner, shape, this.pool('rod', role), this.pool('cone', role));
      case 'trail': {
        const item = new TrailItem(owner, shape.point, () => this.trailRecords);
        this.group.add(item.whole, item.past, item.tip);
        return item;
      }
      case 'curve': return this.tube(owner, role, shape.channel, (this.run.channel(shape.channel)?.size ?? 0) / 3, null);
      default: return null;  // a shape of a later version
    }
  }

  private tube(owner: number, role: Role, corners: Point[] | string, count: number, values: string[] | null): Item | null {
    if (count < 2) return null;
    const item = new TubeItem(owner, role, corners, count, values && this.ranges.add(values), this.material({ vertexColors: true }));
    this.group.add(item.mesh);
    return item;
  }
}

export function makeTranslucent(material: Material, opacity: number): void {
  material.transparent = opacity < 1;
  material.opacity = opacity;
  material.depthWrite = opacity === 1;
  material.needsUpdate = true;
}
