// A new installation package: the file first, its name fills the rest.

import { Button, Form, Progress } from 'antd'
import { FileArchive, Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { upload } from '#contract/platform/upload'
import { DeviceType, installPackage, PACKAGE_QUOTA } from '#contract/systemSetting/installPackage'
import { PACKAGE_NAME_RULE, packageParts } from '#contract/systemSetting/packageName'
import { send } from '#web/kit/call'
import type { CallError } from '#web/kit/callError'
import { SchemaForm, type Values } from '#web/kit/form/SchemaForm'
import { useFormAct } from '#web/kit/form/useFormAct'
import { goBack } from '#web/kit/open'
import { Facts, PageCard } from '#web/kit/parts/PageCard'
import { useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { sizeText } from './size.ts'
import './package.css'

interface Sent {
  file: File
  /** 0 to 1 while it is on its way. */
  part: number
  url: string | null
}

const fields = { packageName: { hint: '同事认得出的名字，如 床旁升级' }, packageDesc: { hint: '这一版改了什么' } }
const NAMES = ['packageName', 'packageDesc']
/** A large package over a slow line: as long as the server waits for it. */
const UPLOAD_TIME = 3_600_000

function problemOf(file: File, used: number): string | null {
  if (!/\.zip$/i.test(file.name)) return '只能上传 zip 文件'
  if (!packageParts(file.name)) return PACKAGE_NAME_RULE
  const left = PACKAGE_QUOTA - used
  return file.size > left ? `安装包空间只剩 ${sizeText(left)}，请先删除不用的安装包` : null
}

export default function AddPackage() {
  const [form] = Form.useForm<Values>()
  const name = useId()
  const base = useRef<Values>({})
  const picker = useRef<HTMLInputElement>(null)
  const stop = useRef<AbortController | null>(null)
  const [sent, setSent] = useState<Sent | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const { data: used } = useCall(installPackage.calls.sumSize, {})
  const { running, submit, touched, notes } = useFormAct({
    call: installPackage.calls.add,
    form,
    name,
    names: NAMES,
    fields,
    also: sent?.url ? { packageUrl: sent.url, packageSize: sent.file.size } : undefined,
    base,
    reload: undefined,
    onDone: ({ packageName }) => {
      toast.success(`已新增安装包「${packageName}」`)
      void goBack()
    },
  })

  const take = async (file: File | undefined) => {
    if (!file) return
    const wrong = problemOf(file, used ?? 0)
    setProblem(wrong)
    if (wrong) return
    stop.current?.abort()
    const control = new AbortController()
    stop.current = control
    setSent({ file, part: 0, url: null })
    try {
      const url = await send(
        upload.calls.package,
        { file, fileName: file.name },
        {
          signal: control.signal,
          handles: () => true,
          timeout: UPLOAD_TIME,
          onProgress: (part) => setSent((now) => (now?.file === file ? { ...now, part } : now)),
        },
      )
      setSent({ file, part: 1, url })
    } catch (failure) {
      const error = failure as CallError
      setSent(null)
      if (!error.cancelled) setProblem(error.message)
    }
  }
  const parts = sent ? packageParts(sent.file.name) : null
  const deviceOf = (type: string) => DeviceType.label(type as (typeof DeviceType.list)[number]['value'])

  return (
    <PageCard title="新增安装包" sub={PACKAGE_NAME_RULE}>
      <div className="yy-package-add yy-grid">
        <section
          className="yy-package-drop yy-center-text yy-center yy-middle yy-gap-12 yy-stack"
          aria-label="安装包文件"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            void take(event.dataTransfer.files[0])
          }}
        >
          {sent ? <FileArchive size={32} aria-hidden /> : <Upload size={32} aria-hidden />}
          {sent ? (
            <>
              <b>{sent.file.name}</b>
              <Progress
                aria-label="上传进度"
                percent={Math.round(sent.part * 100)}
                status={sent.url ? 'success' : 'active'}
              />
              <span>{sent.url ? `已上传 ${sizeText(sent.file.size)}` : `正在上传 ${sizeText(sent.file.size)}`}</span>
            </>
          ) : (
            <span>把 zip 文件拖到这里，或者</span>
          )}
          <input
            ref={picker}
            type="file"
            accept=".zip"
            hidden
            aria-label="选择安装包文件"
            onChange={(event) => {
              void take(event.target.files?.[0])
              event.target.value = ''
            }}
          />
          <span className="yy-inline-flex yy-gap-8">
            {sent && !sent.url ? (
              <Button onClick={() => stop.current?.abort()}>取消上传</Button>
            ) : (
              <Button type={sent ? 'default' : 'primary'} onClick={() => picker.current?.click()}>
                {sent ? '换一个文件' : '选择文件'}
              </Button>
            )}
          </span>
          {problem && (
            <p className="yy-form-refusal" role="alert">
              {problem}
            </p>
          )}
          {used !== undefined && <small>已用 {sizeText(used)}，共 5 GB</small>}
        </section>
        <div>
          {parts && (
            <Facts
              columns={2}
              facts={[
                parts.deviceModel !== null
                  ? { label: '设备型号', value: parts.deviceModel }
                  : { label: '设备类型', value: deviceOf(parts.deviceType!) },
                { label: '版本号', value: parts.packageVersion },
              ]}
            />
          )}
          <SchemaForm
            form={form}
            name={name}
            schema={installPackage.calls.add.body}
            fields={fields}
            columns={1}
            disabled={running}
            onChange={touched}
            onSubmit={(filled) => {
              if (sent?.url) void submit(filled)
              else setProblem('请先上传安装包文件')
            }}
            top={notes}
          />
          <span className="yy-inline-flex yy-gap-8">
            <Button onClick={() => void goBack()}>取消</Button>
            <Button type="primary" loading={running} onClick={() => form.submit()}>
              保存
            </Button>
          </span>
        </div>
      </div>
    </PageCard>
  )
}
