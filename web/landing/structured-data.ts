import { brandName } from '../../contract/brand.ts'
import { modelsByMake } from '../../contract/catalog/makes.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import type { LandingFacts } from '../../contract/document-facts.ts'
import { formatCents } from '../../contract/money.ts'
import type { BookableShop } from '../../contract/shops/shops.ts'
import { landingDescription, questionsOf } from './landing-words.ts'

type Thing = { '@type': string } & Record<string, unknown>

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** A US address in its parts, or as one string when it cannot be parsed. https://schema.org/PostalAddress */
function addressOf(address: string): Thing | string {
  const parts = /^(.+), ([^,]+), ([A-Z]{2})(?: (\d{5}(?:-\d{4})?))?$/.exec(address)
  if (!parts) return address
  const [, street, town, state, zip] = parts
  return {
    '@type': 'PostalAddress',
    streetAddress: street,
    addressLocality: town,
    addressRegion: state,
    ...(zip === undefined ? {} : { postalCode: zip }),
    addressCountry: 'US',
  }
}

/**
 * Days grouped by equal hours; a day without hours is closed. https://schema.org/OpeningHoursSpecification
 */
function openingHours(week: BookableShop['businessHours']): Thing[] {
  const groups: { opens: string; closes: string; days: string[] }[] = []
  for (const day of dayNames) {
    const times = week[day.toLowerCase() as keyof typeof week]
    if (times === null) continue
    const same = groups.find(({ opens, closes }) => opens === times.open && closes === times.close)
    if (same) same.days.push(day)
    else groups.push({ opens: times.open, closes: times.close, days: [day] })
  }
  return groups.map(({ opens, closes, days }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days,
    opens,
    closes,
  }))
}

/**
 * Midnight to midnight means closed all day.
 * https://developers.google.com/search/docs/appearance/structured-data/local-business
 */
function closedDays(closures: BookableShop['closures']): Thing[] {
  return closures.map(({ firstDay, lastDay }) => ({
    '@type': 'OpeningHoursSpecification',
    opens: '00:00',
    closes: '00:00',
    validFrom: firstDay,
    validThrough: lastDay,
  }))
}

function priceRange(packages: readonly InstallationPackage[]): string | undefined {
  const cents = packages.map(({ priceCents }) => priceCents)
  if (cents.length === 0) return undefined
  return `${formatCents(Math.min(...cents))} - ${formatCents(Math.max(...cents))}`
}

/** The landing page's facts as JSON-LD. https://schema.org */
export function structuredData(
  { packages, shops }: LandingFacts,
  publicUrl: string,
): { '@context': string; '@graph': Thing[] } {
  const address = `${publicUrl}/`
  const id = (name: string) => `${address}#${name}`
  const picture = `${publicUrl}/pictures/share.png`
  const range = priceRange(packages)
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': id('organization'),
        name: brandName,
        url: address,
        logo: `${publicUrl}/favicon.svg`,
        image: picture,
      },
      {
        '@type': 'WebSite',
        '@id': id('website'),
        name: brandName,
        url: address,
        publisher: { '@id': id('organization') },
      },
      ...shops.map((shop) => ({
        '@type': 'AutoRepair',
        '@id': id(`shop-${shop.id}`),
        name: shop.businessName,
        address: addressOf(shop.address),
        ...(shop.facts.phone === undefined ? {} : { telephone: `+1${shop.facts.phone}` }),
        url: address,
        image: picture,
        ...(range === undefined ? {} : { priceRange: range }),
        openingHoursSpecification: openingHours(shop.businessHours),
        ...(shop.closures.length === 0
          ? {}
          : { specialOpeningHoursSpecification: closedDays(shop.closures) }),
        makesOffer: { '@id': id('service') },
      })),
      {
        '@type': 'Service',
        '@id': id('service'),
        name: 'Apple CarPlay and Android Auto installation',
        serviceType: 'Car infotainment upgrade',
        description: landingDescription,
        url: address,
        provider: { '@id': id('organization') },
        areaServed: { '@type': 'Country', name: 'United States' },
        audience: {
          '@type': 'Audience',
          audienceType: `Owners of ${Object.keys(modelsByMake).join(', ')} cars`,
        },
        hasOfferCatalog: {
          '@type': 'OfferCatalog',
          name: 'Packages',
          itemListElement: packages.map((offered) => offerOf(offered, publicUrl)),
        },
      },
      {
        '@type': 'FAQPage',
        '@id': id('questions'),
        mainEntity: questionsOf(packages).map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  }
}

function offerOf(offered: InstallationPackage, publicUrl: string): Thing {
  const { name, mainFeature, features, priceCents, imageUrl } = offered
  return {
    '@type': 'Offer',
    price: (priceCents / 100).toFixed(2),
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
    url: `${publicUrl}/#package-${offered.id}`,
    itemOffered: {
      '@type': 'Service',
      name,
      description: `${mainFeature}. ${features.join(', ')}. Parts and labor included.`,
      ...(imageUrl === undefined ? {} : { image: new URL(imageUrl, publicUrl).href }),
    },
  }
}
