// The photos of a record: taken or chosen, seen small, and put away again.
import { Camera } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MOST_PHOTOS, takePhotos } from './photos.ts'
import './views.css'

interface PhotosProps {
  photos: readonly Blob[]
  onChange(photos: readonly Blob[]): void
}

function Small({ photo, at, onRemove }: { photo: Blob; at: number; onRemove(): void }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(photo)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [photo])
  return (
    <button type="button" className="bed-shot" aria-label={`不要第 ${at + 1} 张照片`} onClick={onRemove}>
      {address && <img src={address} alt="" />}
      <span>不要</span>
    </button>
  )
}

/** In the row of the buttons, so that it is at hand wherever the card is scrolled to. */
export function Photos({ photos, onChange }: PhotosProps) {
  const [none, setNone] = useState(0)
  const [busy, setBusy] = useState(false)
  const full = photos.length >= MOST_PHOTOS
  const take = async (files: readonly File[]) => {
    setBusy(true)
    try {
      const taken = await takePhotos(files)
      setNone(taken.none)
      onChange([...photos, ...taken.photos].slice(0, MOST_PHOTOS))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {none > 0 && (
        <p className="bed-missing" role="alert">
          {none === 1 ? '选的文件不是照片' : `选的文件中有 ${none} 个不是照片`}，请重新拍照。
        </p>
      )}
      {photos.map((photo, at) => (
        <Small
          // biome-ignore lint/suspicious/noArrayIndexKey: a photo has no name, and its address follows it
          key={at}
          photo={photo}
          at={at}
          onRemove={() => onChange(photos.filter((one) => one !== photo))}
        />
      ))}
      <label className={busy || full ? 'bed-button is-off' : 'bed-button'}>
        <Camera size={22} aria-hidden /> 拍照{photos.length > 0 && ` ${photos.length}`}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          disabled={busy || full}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            // The same photo may be chosen again.
            event.target.value = ''
            if (files.length > 0) void take(files)
          }}
        />
      </label>
    </>
  )
}
