import { useEffect, useEffectEvent, useRef } from 'react'
import { useMarkRead } from './conversation-query.ts'

/** Marks the messages of a list as read once the newest unread one is on the screen. */
export function useReadOnceSeen(appointmentId: string, newestUnread: string | undefined) {
  const list = useRef<HTMLOListElement>(null)
  const { mutate: markRead } = useMarkRead(appointmentId)
  const read = useEffectEvent(() => {
    if (newestUnread !== undefined) markRead(newestUnread)
  })
  useEffect(() => {
    const message = list.current?.querySelector(`[data-message="${newestUnread}"]`)
    if (!message) return undefined
    if (typeof IntersectionObserver !== 'function') {
      read()
      return undefined
    }
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return
      observer.disconnect()
      read()
    })
    observer.observe(message)
    return () => observer.disconnect()
  }, [newestUnread])
  return list
}
