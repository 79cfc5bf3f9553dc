// Who looked at this screen, on every photograph of it.
import { WATERMARK } from '#web/kit/constants'

const ID = 'yy-watermark'

export function removeWatermark(): void {
  document.getElementById(ID)?.remove()
}

export function drawWatermark(text: string): void {
  const scale = Math.min(2, Math.max(1, Math.ceil(window.devicePixelRatio)))
  const canvas = document.createElement('canvas')
  canvas.width = WATERMARK.width * scale
  canvas.height = WATERMARK.height * scale
  const pen = canvas.getContext('2d')
  if (!pen) return
  pen.scale(scale, scale)
  pen.translate(12, WATERMARK.height * 0.72)
  pen.rotate((WATERMARK.degrees * Math.PI) / 180)
  pen.font = `${WATERMARK.font}px ${getComputedStyle(document.body).fontFamily}`
  pen.fillStyle = WATERMARK.color
  pen.fillText(text, 0, 0)
  const sheet = document.getElementById(ID) ?? document.createElement('div')
  sheet.id = ID
  sheet.className = 'yy-watermark'
  sheet.setAttribute('aria-hidden', 'true')
  sheet.style.backgroundImage = `url(${canvas.toDataURL()})`
  sheet.style.backgroundSize = `${WATERMARK.width}px ${WATERMARK.height}px`
  document.body.append(sheet)
}
