// What a report holds: DATA.md tells what every field means.

export interface Slice {
  chunk: number;
  at: number;
}

export interface ChannelInfo extends Slice {
  name: string;
  unit: string;
  doc: string;
  size: number;
  envelope?: Slice;
}

export interface Diagnostic {
  severity: 'note' | 'warning' | 'error';
  text: string;
  place: string;
}

export type RunStatus = 'finished' | 'running' | 'failed' | 'stopped' | 'unknown';

export interface RunInfo {
  status: RunStatus;
  settings: [string, string][];
  summary: [string, string][];
  failure?: string;
  diagnostics: Diagnostic[];
}

export interface Header {
  format: string;
  version: number;
  title: string;
  model: string;
  program: string;
  file: string;
  run: RunInfo;
  records: number;
  stride: number;
  shown: number;
  compared?: boolean;
  time: Slice;
  channels: ChannelInfo[];
  scene: SceneInfo;
}

export type Vec3 = [number, number, number];

// Angles in degrees, a vector in radians, a matrix by rows.
export interface OrientationInfo {
  channel: string;
  as: 'euler123' | 'euler313' | 'euler321' | 'orientation_vector' | 'orientation_matrix';
}

export interface FrameInfo {
  name: string;
  position?: string;
  quaternion?: string;
  orientation?: OrientationInfo;
  on?: number;
  offset?: Vec3;
  axes?: number[];
}

export interface Point {
  frame: number;
  at: Vec3;
}

export interface Pose extends Point {
  axes?: number[];
}

export type Role = 'body' | 'joint' | 'spring' | 'line' | 'tracer' | 'frame' | 'force' | 'moment' | 'node';

interface ShapeBase {
  role?: string;
}
export interface PointsShape extends ShapeBase { shape: 'points'; points: Point[] }
export interface LineShape extends ShapeBase { shape: 'line'; points: Point[]; values?: string[] }
export interface SurfaceShape extends ShapeBase { shape: 'surface'; points: Point[]; triangles: number[]; values?: string[] }
export interface BoxShape extends ShapeBase { shape: 'box'; pose: Pose; size: Vec3 }
export interface EllipsoidShape extends ShapeBase { shape: 'ellipsoid'; pose: Pose; radii: Vec3 }
export interface CylinderShape extends ShapeBase { shape: 'cylinder'; pose: Pose; radius: number; length: number }
export interface AxesShape extends ShapeBase { shape: 'axes'; pose: Pose; length: number }
export interface ArrowShape extends ShapeBase { shape: 'arrow'; point: Point; channel: string; in?: number }
export interface TrailShape extends ShapeBase { shape: 'trail'; point: Point }
export interface CurveShape extends ShapeBase { shape: 'curve'; channel: string }
export type Shape =
  | PointsShape | LineShape | SurfaceShape | BoxShape | EllipsoidShape | CylinderShape
  | AxesShape | ArrowShape | TrailShape | CurveShape;

export interface ObjectInfo {
  kind: string;
  type: string;
  name: string;
  place?: string;
  frames?: number[];
  channels?: string[];
  shapes?: Shape[];
}

export interface PlaneInfo {
  kind: 'ground' | 'water';
  point: Vec3;
  normal: Vec3;
}

export interface SceneInfo {
  size: number;
  up: Vec3;
  gravity: Vec3 | null;
  planes: PlaneInfo[];
  frames: FrameInfo[];
  objects: ObjectInfo[];
}
