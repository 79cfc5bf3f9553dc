// The face of an elder: the photo, asked for only where it is seen; without one, or without network, the first character.
import { useEffect, useState } from 'react'
import type { BoardElderData } from '#contract/nursing/task'

interface PhotoProps {
  elder: Pick<BoardElderData, 'head' | 'oldmanName'>
  small?: boolean
}

export function Photo({ elder: { head, oldmanName }, small }: PhotoProps) {
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    if (failed === null) return
    const again = () => setFailed(null)
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [failed])
  return (
    <span className={small ? 'bed-photo is-small' : 'bed-photo'} aria-hidden>
      {head && head !== failed ? (
        <img src={head} alt="" loading="lazy" decoding="async" onError={() => setFailed(head)} />
      ) : (
        oldmanName.slice(0, 1)
      )}
    </span>
  )
}
