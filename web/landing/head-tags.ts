import { brandName } from '../../contract/brand.ts'
import { scriptJson, type LandingFacts } from '../../contract/document-facts.ts'
import { landingDescription, landingTitle } from './landing-words.ts'
import { structuredData } from './structured-data.ts'

/** A screenshot of the headline in Inter above pictures/cockpit-at-dusk.svg, in Chromium at this size. */
const sharePicture = { path: '/pictures/share.png', width: 1200, height: 630 }
const sharePictureWords = 'A wide screen with the map in a dashboard at dusk: Upgrade Your Driving Experience'

const escaped: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' }

function attribute(text: string): string {
  return `"${text.replaceAll(/[&"<]/g, (sign) => escaped[sign] ?? sign)}"`
}

/** Tags for search engines and link previews, one line each. */
export function headTags(landing: LandingFacts, publicUrl: string): string[] {
  const address = `${publicUrl}/`
  const properties: Record<string, string> = {
    'og:type': 'website',
    'og:site_name': brandName,
    'og:locale': 'en_US',
    'og:url': address,
    'og:title': landingTitle,
    'og:description': landingDescription,
    'og:image': `${publicUrl}${sharePicture.path}`,
    'og:image:type': 'image/png',
    'og:image:width': String(sharePicture.width),
    'og:image:height': String(sharePicture.height),
    'og:image:alt': sharePictureWords,
  }
  const names: Record<string, string> = {
    'twitter:card': 'summary_large_image',
    'twitter:title': landingTitle,
    'twitter:description': landingDescription,
    'twitter:image': `${publicUrl}${sharePicture.path}`,
    'twitter:image:alt': sharePictureWords,
  }
  return [
    `<link rel="canonical" href=${attribute(address)} />`,
    ...Object.entries(properties).map(
      ([name, content]) => `<meta property="${name}" content=${attribute(content)} />`,
    ),
    ...Object.entries(names).map(
      ([name, content]) => `<meta name="${name}" content=${attribute(content)} />`,
    ),
    `<script type="application/ld+json">${scriptJson(structuredData(landing, publicUrl))}</script>`,
  ]
}
