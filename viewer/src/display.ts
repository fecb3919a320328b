// What is drawn and how: choices that change the picture, not the time.
import type { Role } from './data/types';
import { SEEN_THROUGH } from './scene/builder';
import type { SceneModel } from './scene/model';
import type { View } from './scene/view';
import type { ColorBars } from './ui/color_bars';

export class Display {
  seesThrough = false;
  colorsByValue = true;

  constructor(
    private readonly view: View, private readonly model: SceneModel, private readonly ghost: SceneModel | null,
    private readonly bars: ColorBars, private readonly onChange: () => void,
  ) {}

  setHidden(objects: number[], isHidden: boolean): void {
    for (const object of objects)
      if (isHidden && object >= 0) this.model.hiddenObjects.add(object);
      else this.model.hiddenObjects.delete(object);
    this.onChange();
  }

  isolate(object: number): void {
    this.model.scene.objects.forEach((_, i) => this.model.hiddenObjects.add(i));
    this.model.hiddenObjects.delete(object);
    this.onChange();
  }

  showAll(): void {
    this.model.hiddenObjects.clear();
    this.onChange();
  }

  setRole(role: Role, isOn: boolean): void {
    for (const model of [this.model, this.ghost])
      if (isOn) model?.hiddenRoles.delete(role);
      else model?.hiddenRoles.add(role);
    this.onChange();
  }

  setScale(what: 'force' | 'moment' | 'symbols', factor: number): void {
    for (const model of [this.model, this.ghost]) model?.setScale(what, factor);
    this.onChange();
  }

  setGhost(isOn: boolean): void {
    if (this.ghost) this.ghost.group.visible = isOn;
    this.onChange();
  }

  setColorsByValue(isOn: boolean): void {
    this.colorsByValue = isOn;
    this.model.setColorsByValue(isOn);
    this.bars.root.hidden = !isOn;
    this.onChange();
  }

  toggleLabels(): void {
    this.view.overlay.showsLabels = !this.view.overlay.showsLabels;
    this.onChange();
  }

  toggleGround(): void {
    this.view.ground.group.visible = !this.view.ground.group.visible;
    this.onChange();
  }

  setShadows(isOn: boolean): void {
    this.view.setShadows(isOn);
    this.onChange();
  }

  toggleTransparency(): void {
    this.seesThrough = !this.seesThrough;
    this.model.setBodyOpacity(this.seesThrough ? SEEN_THROUGH : 1);
    this.onChange();
  }

  toggleParallel(): void {
    this.view.orbit.isParallel = !this.view.orbit.isParallel;
    this.view.orbit.apply();
    this.onChange();
  }
}
