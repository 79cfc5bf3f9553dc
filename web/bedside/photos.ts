// Photos of a record: looked at when they are chosen, because what is none would be refused perhaps hours later, and made
// small enough to wait on the tablet.

/** The longer side; what a wound or a skin shows is still to be seen. */
const LONGEST = 2_000
const QUALITY = 0.85
export const MOST_PHOTOS = 9

const ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/webp': 'webp', 'image/gif': 'gif' }

/** The server compares the name with what is inside. */
export const photoName = (photo: Blob) => `photo.${ENDINGS[photo.type] ?? 'jpg'}`

async function smaller(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  try {
    const share = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(picture.width * share))
    canvas.height = Math.max(1, Math.round(picture.height * share))
    const pen = canvas.getContext('2d')!
    // What a picture lets through would come out black.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
    return await new Promise<Blob>((done, fail) => {
      canvas.toBlob((made) => (made ? done(made) : fail(new Error('no picture'))), 'image/jpeg', QUALITY)
    })
  } finally {
    picture.close()
  }
}

/** The photos among the files, and how many were none. */
export async function takePhotos(files: readonly File[]): Promise<{ photos: Blob[]; none: number }> {
  const made = await Promise.allSettled(files.map(smaller))
  const photos = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return { photos, none: files.length - photos.length }
}
