// Papers of the archive by kind, with what has run out; pictures show themselves.
import { Image } from 'antd'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { archive } from '#contract/live/archive'
import { type FileRowData, OldmanFileKind } from '#contract/live/archiveFields'
import { type ArchiveWholeData, archiveSection } from '#contract/live/archiveSection'
import { send } from '#web/kit/call'
import { sizeText } from '#web/kit/fields/uploading'
import type { FormRequest } from '#web/kit/form/formOf'
import { CountTabs } from '#web/kit/parts/CountTabs'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { useMay } from '#web/kit/permission'
import { invalidate, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { Section } from './facts.part.tsx'
import { addFilesForm, editFileForm } from './sectionForms.tsx'

const isPicture = (name: string) => /\.(jpe?g|png|webp|gif|bmp)$/i.test(name)

async function remove(file: FileRowData): Promise<void> {
  const done = await confirmAct({
    title: `删除附件“${file.fileName}”？`,
    effects: ['文件一起删除，不能恢复', '档案完整度会重新计算'],
    verb: '删除附件',
    safe: '不删除',
    danger: true,
    run: (_reason, options) => send(archive.calls.removeFile, { id: file.fileId }, options),
  })
  if (done === null) return
  toast.success('附件已删除')
  await invalidate(archive, archiveSection)
}

export function Files({ one, openForm }: { one: ArchiveWholeData; openForm(form: FormRequest): void }) {
  const may = useMay()
  const { data, error, refetch } = useCall(archive.calls.files, { oldmanId: one.oldmanId })
  const [kind, setKind] = useState<string | null>(null)
  const edits = may(archive.calls.addFiles.needs)
  const add = edits && (
    <button type="button" className="yy-link" onClick={() => openForm(addFilesForm(one))}>
      新增附件
    </button>
  )
  const kinds = OldmanFileKind.list
    .map(({ value, label }) => ({ value, label, count: data?.filter((file) => file.kind === value).length ?? 0 }))
    .filter(({ count }) => count > 0)
  const shown = (data ?? []).filter((file) => kind === null || file.kind === kind)
  return (
    <Section title="附件" act={add}>
      {!data ? (
        <Loaded of={{ data, error, refetch }} what="附件" lines={5} />
      ) : data.length === 0 ? (
        <Empty title="还没有附件" text="身份证、户口簿、体检报告和医保卡的复印件放在这里。" />
      ) : (
        <>
          {kinds.length > 1 && (
            <CountTabs
              label="附件类型"
              tabs={[{ value: null, label: '全部', count: data.length }, ...kinds]}
              value={kind}
              onChange={(next) => setKind(next === null ? null : String(next))}
            />
          )}
          <Image.PreviewGroup>
            <ul className="yy-arc-files yy-grid yy-gap-16 yy-no-padding">
              {shown.map((file) => (
                <li className="yy-stack yy-narrow" key={file.fileId}>
                  {isPicture(file.fileName) ? (
                    <Image src={file.fileUrl} alt={file.fileName} width={148} height={104} />
                  ) : (
                    <a
                      className="yy-arc-paper yy-middle yy-second yy-tint yy-edge yy-round yy-row"
                      href={file.fileUrl}
                      target="_blank"
                      rel="noreferrer"
                    >
                      <FileText size={30} aria-hidden />
                    </a>
                  )}
                  <a href={file.fileUrl} target="_blank" rel="noreferrer" title={file.fileName}>
                    {file.fileName}
                  </a>
                  <span className="yy-none">
                    {OldmanFileKind.label(file.kind)}，{sizeText(file.size)}
                  </span>
                  {file.expireDate && (
                    <span className={file.expired ? 'yy-red' : 'yy-none'}>
                      {file.expired ? `已于 ${file.expireDate} 过期` : `有效期至 ${file.expireDate}`}
                    </span>
                  )}
                  {file.remark && <span className="yy-none">{file.remark}</span>}
                  <span className="yy-none">
                    {file.userName} {file.createTime.slice(0, 10)}
                  </span>
                  {edits && (
                    <span className="yy-arc-acts yy-one-line">
                      <button type="button" className="yy-link" onClick={() => openForm(editFileForm(file))}>
                        修改
                      </button>
                      <button type="button" className="yy-link yy-red" onClick={() => void remove(file)}>
                        删除…
                      </button>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Image.PreviewGroup>
        </>
      )}
    </Section>
  )
}
