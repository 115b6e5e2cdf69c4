import { setFlagsFromString } from 'node:v8'

/**
 * Lets garbage pile up to three tenths of what is in use before the whole heap is looked through. By itself the engine waits for
 * three times as much, which it then holds for good: docs/decisions/043.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=30')
}
