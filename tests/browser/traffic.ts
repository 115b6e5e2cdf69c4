import type { Page } from '@playwright/test'

type Fetched = {
  url: string
  /** The browser's resource type: 'Script', 'Font', 'Stylesheet' and so on. */
  type: string
  /** The document that requested it. */
  loaderId: string
  /** In seconds, on the clock of `loadedAt`. */
  sentAt: number
  /** Bytes over the network, compressed, with headers. */
  bytes: number
  hasEnded: boolean
  fromCache: boolean
}

/** All requests of the current document from now on, as the browser's network layer sees them. */
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
  // Requests of the document before never report their end.
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
