import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pages } from '../../contract/pages.ts'
import { buildFolder } from '../../scripts/build-fingerprint.ts'
import { ensureBuilt } from '../../scripts/ensure-built.ts'
import { buildApp } from '../../server/app.ts'
import { openShop, send, signInAdministrator, type Reached } from '../support/people.ts'
import { startWorld, type World } from '../support/start-world.ts'

let world: World
/** The same product with its web pages. */
let site: Reached
let stop: () => Promise<void>

beforeAll(async () => {
  await ensureBuilt()
  world = await startWorld({ PUBLIC_URL: 'https://book.example.com' })
  const app = await buildApp(world.context, { webRoot: join(buildFolder, 'web') })
  site = { url: await app.listen({ port: 0, host: 'localhost' }) }
  stop = () => app.close()
}, 180_000)
afterAll(async () => {
  await stop()
  await world.stop()
})

const query = (sql: string, values: unknown[] = []) => world.context.database.pool.query(sql, values)

async function landing(): Promise<string> {
  const answer = await send(site, 'GET', '/')
  expect(answer.status).toBe(200)
  return String(answer.body)
}

/** The text that a browser without scripts shows. */
function readable(html: string): string {
  return html
    .replace(/^[\s\S]*<body>/, '')
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/&#x27;/g, "'")
    .replaceAll(/\s+/g, ' ')
}

type Thing = {
  '@type': string
  '@id': string
  hasOfferCatalog?: { itemListElement: unknown[] }
  mainEntity?: { name: string; acceptedAnswer: { text: string } }[]
}

function structured(html: string): Thing[] {
  const found = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1]
  const data = JSON.parse(found ?? 'null') as { '@context': string; '@graph': Thing[] }
  expect(data['@context']).toBe('https://schema.org')
  return data['@graph']
}

/** The landing page is compared with the database every ten seconds. */
const later = () => world.advance(11)

test('the landing page’s HTML alone has headline, packages and prices, makes, steps, answers and hours', async () => {
  const words = readable(await landing())
  for (const said of [
    'Upgrade Your Driving Experience',
    'Get Started',
    'Premium Vehicle Infotainment Solutions',
    'Premium Quality Professional installation by certified technicians',
    'Luxury Vehicles Specialised in BMW, Mercedes, Audi and Lexus',
    'Modern Integration Seamless connection with favorite apps',
    'Smart Connect Essential Use existing screen $499 Parts & Labor Included',
    '$799',
    '$1,299',
    'Installed in 4-5 hours',
    'HD Sound System',
    'C-Class',
    'You pay after the work is done',
    'Will it fit my car?',
    'Alhambra Auto Sports',
    '1211 W Main St, Alhambra, CA 91801',
    'Monday-Friday 9:00 AM - 5:00 PM',
    'Sunday Closed',
    'Register your shop',
    'Login',
  ]) {
    expect(words).toContain(said)
  }
})

test('a changed price, changed hours, a closure and a new shop are on the landing page within ten seconds', async () => {
  expect(readable(await landing())).not.toContain('$849')
  await query('update packages set price_cents = 84900 where id = 2')
  await query(`update shop_hours set closes_at = '18:30' where shop_id = 5 and weekday = 6`)
  const { rows } = await query(`select (now() + interval '3 days')::date::text as day`)
  await query('insert into shop_closures (shop_id, first_day, last_day) values (5, $1, $1)', [rows[0].day])
  const administrator = await signInAdministrator(world)
  await openShop(world, administrator, { businessName: '</script><script>alert(1)</script> & Söhne' })
  await later()
  const html = await landing()
  const words = readable(html)
  expect(words).toContain('$849')
  expect(words).not.toContain('$799')
  expect(words).toContain('Saturday 9:00 AM - 6:30 PM')
  expect(words).toContain('Also closed:')
  expect(html).not.toContain('<script>alert(1)')
  expect(structured(html).filter((thing) => thing['@type'] === 'AutoRepair')).toHaveLength(2)
  await query('update packages set price_cents = 79900 where id = 2')
  await query(`update shop_hours set closes_at = '17:00' where shop_id = 5 and weekday = 6`)
  await query('delete from shop_closures')
  await query(`update shops set status = 'suspended' where id <> 5`)
  await later()
  const restored = readable(await landing())
  expect(restored).toContain('$799')
  expect(restored).not.toContain('Söhne')
})

test('the structured data equals the visible text: offers with prices, the shop with its hours and address, answers', async () => {
  const html = await landing()
  const graph = structured(html)
  const [service] = graph.filter((thing) => thing['@type'] === 'Service')
  expect(service?.hasOfferCatalog?.itemListElement).toMatchObject([
    {
      '@type': 'Offer',
      price: '499.00',
      priceCurrency: 'USD',
      itemOffered: { '@type': 'Service', name: 'Smart Connect Essential' },
    },
    { price: '799.00' },
    { price: '1299.00' },
  ])
  const [shop] = graph.filter((thing) => thing['@type'] === 'AutoRepair')
  expect(shop).toMatchObject({
    name: 'Alhambra Auto Sports',
    priceRange: '$499 - $1,299',
    address: {
      '@type': 'PostalAddress',
      streetAddress: '1211 W Main St',
      addressLocality: 'Alhambra',
      addressRegion: 'CA',
      postalCode: '91801',
    },
    openingHoursSpecification: [
      {
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
        opens: '09:00',
        closes: '17:00',
      },
    ],
  })
  const words = readable(html)
  const [questions] = graph.filter((thing) => thing['@type'] === 'FAQPage')
  for (const { name, acceptedAnswer } of questions?.mainEntity ?? []) {
    expect(words).toContain(name)
    expect(words).toContain(acceptedAnswer.text)
  }
  // Every reference by id resolves.
  const ids = new Set(graph.map((thing) => thing['@id']))
  for (const [, id] of JSON.stringify(graph).matchAll(/\{"@id":"([^"]+)"\}/g)) expect(ids).toContain(id)
})

test('the head has title, description, canonical URL and an existing picture, at the public origin', async () => {
  const html = await landing()
  const content = (name: string) =>
    new RegExp(`<meta\\s+(?:name|property)="${name}"\\s+content="([^"]*)"`).exec(html)?.[1]
  expect(/<title>(.*)<\/title>/.exec(html)?.[1]).toBe(
    'Apple CarPlay and Android Auto for BMW, Mercedes, Audi and Lexus · Dashfit',
  )
  expect(html).toContain('<link rel="canonical" href="https://book.example.com/" />')
  expect(content('description')).toMatch(/^Apple CarPlay and Android Auto displays/)
  expect(content('og:url')).toBe('https://book.example.com/')
  expect(content('twitter:card')).toBe('summary_large_image')
  const picture = new URL(content('og:image') ?? '')
  expect(picture.origin).toBe('https://book.example.com')
  const answer = await fetch(`${site.url}${picture.pathname}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  expect(bytes.length).toBeLessThan(200_000)
  expect(html.match(/<title>/g)).toHaveLength(1)
  expect(html.match(/name="description"/g)).toHaveLength(1)
})

test('no request blocks the first paint: styles are inline, scripts and fonts come after, and only the headline’s picture loads at once', async () => {
  const html = await landing()
  expect(html).not.toContain('rel="stylesheet"')
  expect(html).not.toContain('rel="preload"')
  expect(html).not.toContain('type="module"')
  expect(html).toMatch(/<style>[\s\S]*@font-face[\s\S]*<\/style>/)
  expect(html.match(/<script data-page="[^"]+" data-styles="[^"]+">/g)).toHaveLength(1)
  expect(html).not.toMatch(/<script [^>]*src=/)
  const [headline = '', ...others] = html.match(/<img src="\/pictures\/[^>]*>/g) ?? []
  expect(headline).toContain('cockpit-at-dusk')
  expect(headline).not.toContain('loading="lazy"')
  expect(others.length).toBeGreaterThan(0)
  expect(others.filter((picture) => !picture.includes('below-fold-picture'))).toEqual([])
  for (const other of ['/login', '/nowhere']) {
    expect((await send(site, 'GET', other)).body).toContain('type="module"')
  }
})

test('the policy lets the script about older browsers run on each page, on the landing page its own as well, and no other', async () => {
  const scriptsAllowedAt = async (path: string) =>
    /script-src ([^;]*)/.exec(
      (await fetch(site.url + path)).headers.get('content-security-policy') ?? '',
    )?.[1]
  const html = await landing()
  const digestOf = (opening: RegExp) => {
    const [, script = ''] = new RegExp(`${opening.source}([^]*?)</script>`).exec(html) ?? []
    return createHash('sha256').update(script).digest('base64')
  }
  const common = digestOf(/<script>/)
  const own = digestOf(/<script data-page=[^>]*>/)
  const elsewhere = await scriptsAllowedAt('/login')
  expect(elsewhere).toMatch(`'self' 'sha256-${common}' `)
  expect(elsewhere?.match(/sha256|unsafe/g)).toHaveLength(1)
  expect(await scriptsAllowedAt('/no-such-page')).toBe(elsewhere)
  expect(await scriptsAllowedAt('/')).toBe(elsewhere?.replace(common, `${common}' 'sha256-${own}`))
  // A browser applies the policy of the 304 to its cached copy.
  const etag = (await fetch(`${site.url}/`)).headers.get('etag') ?? ''
  const again = await fetch(`${site.url}/`, { headers: { 'if-none-match': etag } })
  expect([again.status, again.headers.get('content-security-policy')?.includes(own)]).toEqual([304, true])
})

test('robots.txt and sitemap list the public pages, and private ones are not indexed', async () => {
  const robots = await send(site, 'GET', '/robots.txt')
  expect(robots.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(robots.body).toContain('Sitemap: https://book.example.com/sitemap.xml')
  const sitemap = await send(site, 'GET', '/sitemap.xml')
  expect(sitemap.headers.get('content-type')).toMatch(/^application\/xml/)
  const listed = [...String(sitemap.body).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, location]) => new URL(location ?? '').pathname,
  )
  expect(listed).toEqual(['/', '/login', '/shop-registration', '/privacy', '/terms', '/refunds'])
  for (const page of pages) {
    const answer = await send(site, 'GET', page)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('x-robots-tag'), page).toBe(listed.includes(page) ? null : 'noindex')
  }
})

test('no other document has parts of the landing page, and an unknown path is 404', async () => {
  for (const path of ['/login', '/admin', '/nowhere', '/index.html', '/robots.txt/']) {
    const answer = await send(site, 'GET', path)
    expect(answer.status, path).toBe(path === '/login' || path === '/admin' ? 200 : 404)
    expect(answer.body).toContain('<div id="root"></div>')
    expect(answer.body).not.toContain('Premium Vehicle')
  }
})

test('documents are revalidated, hashed files are immutable, and both are compressed', async () => {
  const first = await fetch(`${site.url}/`, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(first.headers.get('cache-control')).toBe('no-cache')
  expect(first.headers.get('content-encoding')).toBe('br')
  expect(first.headers.get('vary')).toMatch(/accept-encoding/i)
  const etag = first.headers.get('etag') ?? ''
  expect((await fetch(`${site.url}/`, { headers: { 'if-none-match': etag } })).status).toBe(304)
  const html = await first.text()
  const script = /data-page="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const ways = ['br', 'gzip', 'identity'].map(async (way) => {
    const answer = await fetch(`${site.url}${script}`, { headers: { 'accept-encoding': way } })
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toMatch(/javascript/)
    return { encoding: answer.headers.get('content-encoding'), text: await answer.text() }
  })
  const answers = await Promise.all(ways)
  expect(answers.map(({ encoding }) => encoding)).toEqual(['br', 'gzip', null])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
})

test('during a database outage the landing page stays as last rendered', async () => {
  const before = await landing()
  await query('alter table packages rename to packages_away')
  await later()
  expect(await landing()).toBe(before)
  await query('alter table packages_away rename to packages')
  expect(world.logLines.join('\n')).toContain('could not be compared with the database')
})

test('an invalid range and an unmatched version are refused with a sentence, not logged as a bug', async () => {
  const html = await landing()
  const script = /data-page="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const ask = (headers: Record<string, string>) => fetch(site.url + script, { headers })
  expect((await ask({ range: 'bytes=0-9' })).status).toBe(206)

  for (const range of ['bytes=999999999-', 'bytes=5-2', 'bytes=-0']) {
    const answer = await ask({ range })
    expect([answer.status, answer.headers.get('x-refusal')]).toEqual([416, 'no_such_part'])
    expect(answer.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/)
    expect(await answer.json()).toEqual({ error: 'The file has no such part.' })
  }
  const other = await ask({ 'if-match': '"another"' })
  expect([other.status, other.headers.get('x-refusal')]).toEqual([412, 'not_that_version'])
  expect(await other.json()).toEqual({ error: 'The file is not the one that was asked for.' })
})
