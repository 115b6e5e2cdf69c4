import type { modelsByMake } from '../catalog/makes.ts'

/** The car and package for which a checklist is made. */
export type ChecklistFor = { packageId: number; make: string; generationId: string | null }

/**
 * One item of a checklist. Missing conditions fit every package, make and generation. `key` is stored with a
 * mark: a text may be reworded, a key never changes its meaning.
 */
export type ChecklistItem = {
  key: string
  text: string
  packageIds?: readonly number[]
  makes?: readonly (keyof typeof modelsByMake)[]
  generationIds?: readonly string[]
}

/** The items of every checklist, in the order of the work. */
export const checklistItems: readonly ChecklistItem[] = [
  { key: 'interior-protected', text: 'Seats and trim are covered' },
  { key: 'functions-before', text: 'Radio, camera and sensors were tested before the work' },
  { key: 'battery-charger', text: 'Battery charger connected, ignition off' },
  {
    key: 'idrive-coded',
    text: 'Head unit coded, iDrive shows no error',
    makes: ['BMW'],
  },
  {
    key: 'fiber-ring-closed',
    text: 'Fiber-optic ring (MOST) closed, amplifier plays',
    makes: ['BMW', 'Mercedes', 'Audi'],
  },
  { key: 'comand-menu', text: 'COMAND menu opens as before', makes: ['Mercedes'] },
  { key: 'mmi-menu', text: 'MMI menu opens as before', makes: ['Audi'] },
  { key: 'remote-touch', text: 'Touchpad or joystick moves the pointer', makes: ['Lexus'] },
  { key: 'screen-kept', text: 'The factory screen shows CarPlay', packageIds: [1] },
  { key: 'screen-fitted', text: 'New screen is flush, without a gap or a rattle', packageIds: [2, 3] },
  { key: 'old-screen', text: 'Old screen was given to the customer', packageIds: [2, 3] },
  { key: 'charging-pad', text: 'Wireless charging works', packageIds: [3] },
  { key: 'voice-control', text: 'Voice control answers', packageIds: [3] },
  { key: 'carplay', text: 'Apple CarPlay connects' },
  { key: 'android-auto', text: 'Android Auto connects' },
  { key: 'calls', text: 'A call is heard on both ends' },
  { key: 'camera-after', text: 'Backup camera and parking sensors work' },
  { key: 'wheel-buttons', text: 'Steering wheel buttons work' },
  { key: 'no-warnings', text: 'No warning light is on' },
]

const fits = <Value>(wanted: readonly Value[] | undefined, value: Value | null): boolean =>
  wanted === undefined || (value !== null && wanted.includes(value))

/** The checklist of a job, in the order of the work. */
export function checklistOf({ packageId, make, generationId }: ChecklistFor): readonly ChecklistItem[] {
  return checklistItems.filter(
    (item) =>
      fits(item.packageIds, packageId) &&
      fits<string>(item.makes, make) &&
      fits(item.generationIds, generationId),
  )
}
