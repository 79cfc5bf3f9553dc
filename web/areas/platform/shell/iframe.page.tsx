import { useEffect } from 'react'
import { leavesOf } from '#web/kit/menu'
import { usePageParams, useTab } from '#web/kit/open'
import { useSession } from '#web/kit/session'
import { NotFound } from '#web/kit/shell/PageStates'

const ALLOWED = 'allow-scripts allow-forms allow-popups allow-downloads allow-modals'

/** Only web addresses. Files that users have uploaded run as nobody, never as a page of this product. */
export function frameOf(link: string | null, origin: string): { src: string; sandbox: string } | null {
  if (!link) return null
  try {
    const url = new URL(link, origin)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
    const uploaded = url.origin === origin && url.pathname.startsWith('/files/')
    return { src: url.href, sandbox: uploaded ? ALLOWED : `${ALLOWED} allow-same-origin` }
  } catch {
    return null
  }
}

/** An IN_LINK entry of the menu: another system inside this one. */
export default function InLink() {
  const { menuId } = usePageParams<'menuId'>()
  const { address, setTitle } = useTab()
  const menus = useSession((state) => state.menus)
  const leaf = leavesOf(menus).find((one) => one.menuId === menuId)
  useEffect(() => {
    if (leaf) setTitle(leaf.title)
  }, [leaf, setTitle])
  const frame = frameOf(leaf?.link ?? null, window.location.origin)
  if (!leaf || !frame) return <NotFound address={address} />
  return (
    <iframe
      className="yy-flex-1 yy-low yy-wide yy-white yy-edge yy-round-card"
      title={leaf.title}
      src={frame.src}
      sandbox={frame.sandbox}
      referrerPolicy="no-referrer"
    />
  )
}
