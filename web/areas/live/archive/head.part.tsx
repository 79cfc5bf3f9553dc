// The head image: chosen, cut to the shape of a passport picture, sent. One input for forms, one act for the archive.
import { Button, Modal, Slider } from 'antd'
import { Camera, Trash2 } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { Area } from 'react-easy-crop'
import { archive } from '#contract/live/archive'
import { ResidentPhoto } from '#web/areas/live/residentCell.part'
import { send } from '#web/kit/call'
import { acceptOf, fileProblem, sendPicture } from '#web/kit/fields/uploading'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useMay } from '#web/kit/permission'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import './archiveForm.css'

const Cropper = lazy(() => import('react-easy-crop'))

const SHAPE = 3 / 4
const WIDTH = 480
const HEIGHT = WIDTH / SHAPE
const LARGEST = 3
/** Elderly. */
const PIC_ROUTE = 2

async function cut(address: string, area: Area, turn: number): Promise<File> {
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')!
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  // The area is measured on the turned picture.
  const angle = (turn * Math.PI) / 180
  const wide = Math.abs(Math.cos(angle) * image.width) + Math.abs(Math.sin(angle) * image.height)
  const high = Math.abs(Math.sin(angle) * image.width) + Math.abs(Math.cos(angle) * image.height)
  const scale = WIDTH / area.width
  pen.scale(scale, scale)
  pen.translate(-area.x + wide / 2, -area.y + high / 2)
  pen.rotate(angle)
  pen.drawImage(image, -image.width / 2, -image.height / 2)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))
  if (!blob) throw new Error('浏览器没有生成图片，请换一张再试')
  return new File([blob], '照片.jpg', { type: 'image/jpeg' })
}

interface CropDialogProps {
  address: string | null
  onCancel(): void
  /** Sends the cut picture; answers when it is stored. */
  onCut(file: File): Promise<void>
}

function CropDialog({ address, onCancel, onCut }: CropDialogProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const [area, setArea] = useState<Area | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const again = () => {
    setCrop({ x: 0, y: 0 })
    setZoom(1)
    setTurn(0)
    setProblem(null)
  }
  const use = async () => {
    if (!address || !area) return
    setSending(true)
    setProblem(null)
    try {
      await onCut(await cut(address, area, turn))
      again()
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <Modal
      open={address !== null}
      title="裁剪照片"
      width={520}
      okText="使用这张照片"
      cancelText="取消"
      confirmLoading={sending}
      destroyOnHidden
      onOk={() => void use()}
      onCancel={() => {
        again()
        onCancel()
      }}
    >
      <div className="yy-crop yy-relative yy-hidden yy-round">
        {address && (
          <Suspense fallback={<BlockBones lines={6} />}>
            <Cropper
              image={address}
              crop={crop}
              zoom={zoom}
              rotation={turn}
              aspect={SHAPE}
              maxZoom={LARGEST}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onRotationChange={setTurn}
              onCropComplete={(_, pixels) => setArea(pixels)}
            />
          </Suspense>
        )}
      </div>
      <div className="yy-crop-tools yy-grid yy-center yy-gap-16 yy-above-12">
        <span>缩放</span>
        <Slider min={1} max={LARGEST} step={0.05} value={zoom} onChange={setZoom} aria-label="缩放" />
        <Button onClick={() => setTurn((now) => (now + 90) % 360)}>转 90°</Button>
      </div>
      {problem && (
        <p className="yy-field-problem" role="alert">
          {problem}，照片没有更换
        </p>
      )}
    </Modal>
  )
}

interface ChooseProps {
  label: string
  type?: 'default' | 'text'
  onFile(file: File): void
}

function ChooseButton({ label, type = 'default', onFile }: ChooseProps) {
  const id = useId()
  return (
    <>
      <Button type={type} icon={<Camera size={15} aria-hidden />} onClick={() => document.getElementById(id)?.click()}>
        {label}
      </Button>
      <input
        id={id}
        // A form of antd shows every file input unless the element itself says otherwise.
        style={{ display: 'none' }}
        type="file"
        tabIndex={-1}
        accept={acceptOf('picture')}
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (!file) return
          const problem = fileProblem(file, 'picture')
          if (problem) toast.warning(problem)
          else onFile(file)
        }}
      />
    </>
  )
}

/** Choosing and cutting; `use` gets the address of the stored picture. */
function useCrop(use: (url: string) => Promise<void> | void) {
  const [address, setAddress] = useState<string | null>(null)
  const close = () => {
    if (address) URL.revokeObjectURL(address)
    setAddress(null)
  }
  return {
    choose: (file: File) => setAddress(URL.createObjectURL(file)),
    dialog: (
      <CropDialog
        address={address}
        onCancel={close}
        onCut={async (file) => {
          const url = await sendPicture(PIC_ROUTE)(file, {
            signal: new AbortController().signal,
            onProgress: () => undefined,
          })
          await use(url)
          close()
        }}
      />
    ),
  }
}

interface HeadInputProps {
  value?: string | null
  onChange?(value: string | null): void
  name: string
  sex: number
}

/** In a form: nothing is saved before the form is. */
export function HeadInput({ value = null, onChange, name, sex }: HeadInputProps) {
  const { choose, dialog } = useCrop((url) => onChange?.(url))
  return (
    <div className="yy-head-input yy-flex yy-upper yy-gap-20">
      <ResidentPhoto row={{ oldmanId: 'new', oldmanName: name, sex, head: value }} width={104} height={134} />
      <div>
        <ChooseButton label={value ? '更换照片' : '上传照片'} onFile={choose} />
        {value && (
          <Button type="text" icon={<Trash2 size={15} aria-hidden />} onClick={() => onChange?.(null)}>
            移除
          </Button>
        )}
        <p className="yy-second yy-small-line yy-small">
          正面免冠照最好认；选好后可以裁剪成 3:4。jpg、png、webp，不超过 10 MB。
        </p>
      </div>
      {dialog}
    </div>
  )
}

interface HeadEditorProps {
  row: { oldmanId: string; oldmanName: string; sex: number; head: string | null }
  width?: number
  height?: number
}

/** On the archive: the picture with its acts, saved at once. */
export function HeadEditor({ row, width = 104, height = 134 }: HeadEditorProps) {
  const may = useMay()
  const { choose, dialog } = useCrop(async (url) => {
    await send(archive.calls.setHead, { id: row.oldmanId, head: url }, { encoding: 'form', handles: () => true })
    toast.success(`已更换“${row.oldmanName}”的照片`)
    await invalidate(archive, { area: 'live', name: 'archiveSection' }, { area: 'live', name: 'residence' })
  })
  const remove = async () => {
    const sure = await confirmAct({
      title: `移除“${row.oldmanName}”的照片？`,
      effects: ['照片删除后不能恢复，可以再上传'],
      verb: '移除照片',
      safe: '不移除',
      danger: true,
      run: (_reason, options) => send(archive.calls.removeHead, { id: row.oldmanId }, options),
    })
    if (sure === null) return
    toast.success('照片已移除')
    await invalidate(archive, { area: 'live', name: 'archiveSection' }, { area: 'live', name: 'residence' })
  }
  return (
    <div className="yy-head-editor yy-relative" style={{ width }}>
      <ResidentPhoto row={row} width={width} height={height} />
      {may(archive.calls.setHead.needs) && (
        <span className="yy-head-acts yy-flex yy-middle">
          <ChooseButton type="text" label={row.head ? '更换' : '上传'} onFile={choose} />
          {row.head && (
            <Button
              type="text"
              aria-label="移除照片"
              icon={<Trash2 size={15} aria-hidden />}
              onClick={() => void remove()}
            />
          )}
        </span>
      )}
      {dialog}
    </div>
  )
}
