// Buttons of the editors' toolbars.
import { ImagePlus } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { classes } from '#web/kit/classes'
import { acceptOf, sendPicture, useUploads } from './uploading.ts'
import './richText.css'

export interface ToolProps {
  title: string
  icon: ReactNode
  on?: boolean
  off?: boolean
  /** A word beside the icon, for tools that an icon alone does not explain. */
  label?: string
  run(): void
}

export const Tool = ({ title, icon, on, off, label, run }: ToolProps) => (
  <button
    type="button"
    className={classes(
      'yy-tool yy-no-border yy-inline yy-middle yy-press',
      on && 'yy-tool-on',
      label && 'yy-tool-wide yy-gap-4',
    )}
    title={title}
    aria-label={title}
    aria-pressed={on ?? undefined}
    disabled={off}
    // The selection must stay in the text.
    onMouseDown={(event) => event.preventDefault()}
    onClick={run}
  >
    {icon}
    {label}
  </button>
)

const send = sendPicture()

interface PictureToolProps {
  title?: string
  icon?: ReactNode
  label?: string
  /** The address of the picture once it is on the server. */
  onPut(src: string): void
}

/** Chooses a picture, sends it and says how far it is. */
export function PictureTool({ title = '插入图片', icon = <ImagePlus size={16} />, label, onPut }: PictureToolProps) {
  const chooser = useRef<HTMLInputElement>(null)
  const { sending, add, forget } = useUploads('picture', send, onPut, chooser)
  return (
    <>
      <Tool title={title} icon={icon} {...(label && { label })} run={() => chooser.current?.click()} />
      <input
        ref={chooser}
        type="file"
        className="yy-tool-file"
        aria-label="选择图片"
        accept={acceptOf('picture')}
        onChange={(event) => {
          add(event.target.files ?? [])
          event.target.value = ''
        }}
      />
      {sending.map((one) => (
        <span key={one.key} className={one.problem ? 'yy-tool-note yy-field-problem' : 'yy-tool-note'}>
          {one.problem ?? `图片上传中 ${Math.round(one.part * 100)}%`}
          {one.problem && (
            <button type="button" className="yy-tool-close yy-bare yy-active" onClick={() => forget(one.key)}>
              知道了
            </button>
          )}
        </span>
      ))}
    </>
  )
}
