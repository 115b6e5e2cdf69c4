import type { Page } from '@playwright/test'

type Fetched = {
  url: string
  /** As the browser sorts them: 'Script', 'Font', 'Stylesheet' and so on. */
  type: string
  /** The document it was asked for. */
  loaderId: string
  /** In seconds, on the clock of `loadedAt`. */
  sentAt: number
  /** What came over the network, packed, with its headers. */
  bytes: number
  hasEnded: boolean
  fromCache: boolean
}

/** Everything the present document asks for from now on, as the browser's own network sees it. */
export async function watchTraffic(page: Page) {
  const protocol = await page.context().newCDPSession(page)
  const requests = new Map<string, Fetched>()
  let loadedAt = Number.NaN
  let present = ''
  protocol.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp, loaderId }) => {
    requests.set(requestId, {
      url: request.url,
      type: type ?? 'Other',
      loaderId,
      sentAt: timestamp,
      bytes: 0,
      hasEnded: false,
      fromCache: false,
    })
  })
  const markCached = (requestId: string) => {
    const request = requests.get(requestId)
    if (request) request.fromCache = true
  }
  protocol.on('Network.requestServedFromCache', ({ requestId }) => markCached(requestId))
  protocol.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true) markCached(requestId)
  })
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { bytes: encodedDataLength, hasEnded: true })
  })
  protocol.on('Network.loadingFailed', ({ requestId }) => {
    const request = requests.get(requestId)
    if (request) request.hasEnded = true
  })
  protocol.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined) present = frame.loaderId
  })
  protocol.on('Page.loadEventFired', ({ timestamp }) => {
    loadedAt = timestamp
  })
  await protocol.send('Network.enable')
  await protocol.send('Page.enable')
  // Of what the document before still waited for the browser never says that it ended.
  const asked = () => [...requests.values()].filter(({ loaderId }) => loaderId === present)
  return {
    asked,
    fetched: () => asked().filter(({ fromCache }) => !fromCache),
    pending: () =>
      asked()
        .filter(({ hasEnded }) => !hasEnded)
        .map(({ url }) => url),
    loadedAt: () => loadedAt,
    forget: () => requests.clear(),
  }
}
