import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { brandName } from '../contract/brand.ts'
import { findChromium } from '../tests/support/chromium.ts'
import { projectFolder } from './build-fingerprint.ts'
import { encodePng } from './encode-png.ts'

/**
 * Draws the preview picture of a shared link from our own drawing and font: tsx scripts/draw-share-picture.ts
 */
const pictures = join(projectFolder, 'web/public/pictures')
const [width, height] = [1200, 630]
const target = join(pictures, 'share.png')
const asData = async (file: string, type: string) =>
  `data:${type};base64,${(await readFile(file)).toString('base64')}`

const cockpit = await asData(join(pictures, 'cockpit-at-dusk.svg'), 'image/svg+xml')
const font = await asData(
  join(projectFolder, 'node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2'),
  'font/woff2',
)
const page = `<!doctype html><style>
  @font-face { font-family: Inter; font-weight: 100 900; src: url(${font}) }
  body { margin: 0; width: 1200px; height: 630px; overflow: hidden; position: relative; text-align: center;
    font-family: Inter; font-optical-sizing: auto; color: #eef3f8; background: #0b1119 }
  img { position: absolute; left: -90px; bottom: -92px; width: 1380px }
  p, h1 { position: relative; margin: 0 }
  p { padding-top: 42px; font-size: 30px; font-weight: 600; letter-spacing: -0.02em }
  h1 { padding-top: 14px; font-size: 74px; line-height: 1.05; font-weight: 600; letter-spacing: -0.035em }
</style><img src="${cockpit}"><p>${brandName}</p><h1>Upgrade Your<br>Driving Experience</h1>`

/**
 * Returns the pixels without the last bit of each color. That bit holds the dithering noise of gradients;
 * without it the file is half as large.
 */
async function dropDithering(tab: Page, picture: Buffer): Promise<Buffer> {
  const pixels = await tab.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.width
      canvas.height = image.height
      const pen = canvas.getContext('2d')
      if (!pen) throw new Error('The browser cannot draw')
      pen.drawImage(image, 0, 0)
      const { data } = pen.getImageData(0, 0, image.width, image.height)
      return Array.from(data)
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  )
  return Buffer.from(pixels.filter((_, index) => index % 4 < 3).map((value) => value & ~1))
}

const { executablePath, args, env } = await findChromium()
const browser = await chromium.launch({
  executablePath,
  args,
  ...(env ? { env: { ...process.env, ...env } } : {}),
})
try {
  const tab = await browser.newPage({ viewport: { width, height } })
  await tab.setContent(page)
  await tab.evaluate('document.fonts.ready')
  const pixels = await dropDithering(tab, await tab.screenshot({ type: 'png' }))
  const drawn = encodePng(pixels, width, height)
  await writeFile(target, drawn)
  console.log(`${target}: ${Math.round(drawn.length / 1000)} kB`)
} finally {
  await browser.close()
}
