import type { ComponentType } from 'react'
import { AudiFourKeys, AudiNoKnob, AudiTouchPad, AudiTwoScreens } from './audi-drawings.tsx'
import {
  BmwCurvedScreen,
  BmwNoScreen,
  BmwRoundMenu,
  BmwSmallScreen,
  BmwTileMenu,
  BmwWideScreen,
} from './bmw-drawings.tsx'
import { CarPlayInMenu } from './carplay-drawing.tsx'
import { LexusKnob, LexusMouse, LexusTouch, LexusTouchPad } from './lexus-drawings.tsx'
import {
  MercedesSmallHood,
  MercedesTablet,
  MercedesWideGlass,
  MercedesWideHood,
} from './mercedes-drawings.tsx'

/** By the name that an answer gives as its picture. */
export const drawings: Readonly<Record<string, ComponentType>> = {
  'bmw-no-screen': BmwNoScreen,
  'bmw-small-screen': BmwSmallScreen,
  'bmw-wide-screen': BmwWideScreen,
  'bmw-curved-screen': BmwCurvedScreen,
  'bmw-round-menu': BmwRoundMenu,
  'bmw-tile-menu': BmwTileMenu,
  'mb-small-hood': MercedesSmallHood,
  'mb-wide-hood': MercedesWideHood,
  'mb-tablet': MercedesTablet,
  'mb-wide-glass': MercedesWideGlass,
  'audi-no-knob': AudiNoKnob,
  'audi-four-keys': AudiFourKeys,
  'audi-touch-pad': AudiTouchPad,
  'audi-two-screens': AudiTwoScreens,
  'lexus-touch': LexusTouch,
  'lexus-mouse': LexusMouse,
  'lexus-touch-pad': LexusTouchPad,
  'lexus-knob': LexusKnob,
  'carplay-in-menu': CarPlayInMenu,
}
