// A document that went out: the paper as it stands, and beside it who has signed and who has still to.

import { Button, Input } from 'antd'
import { FileUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { refusalText } from '#contract/kit/refusal'
import {
  type ContractDetail,
  ContractState,
  contractDocument,
  SCAN_LIMIT_MB,
  SignParty,
  type SignPartyValue,
} from '#contract/live/contractDocument'
import { DocumentPages } from '#web/areas/systemSetting/public'
import { newRequestNo, send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { extensionOf } from '#web/kit/fields/uploading'
import { SignPad } from '#web/kit/formSheet/SignPad'
import { Facts } from '#web/kit/parts/PageCard'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { downloadScan, openContract } from './acts.tsx'
import { daysLeftText } from './daysLeft.part.tsx'
import '#web/kit/formSheet/formSheet.css'
import './contractDocument.css'

const { calls } = contractDocument

interface SignerProps {
  one: ContractDetail
  party: SignPartyValue
  onSigned(fresh: ContractDetail): void
}

/** One party: the name, then the hand. */
function Signer({ one, party, onSigned }: SignerProps) {
  const signature = one.signatures.find((given) => given.party === party)
  const known = one.names.find((given) => given.party === party)?.name ?? ''
  const [name, setName] = useState(signature?.name ?? known)
  const [again, setAgain] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const title = SignParty.label(party)
  const open = one.can.includes('sign') && (!signature || again)

  const store = async (picture: string) => {
    if (name.trim() === '') throw new Error('请先填写签署人姓名')
    try {
      const fresh = await send(
        calls.sign,
        { contractId: one.contractId, party, name: name.trim(), picture, version: one.version },
        { handles: () => true, requestNo: newRequestNo(), loading: true },
      )
      setAgain(false)
      toast.success(fresh.state === ContractState.is.signed ? '各方都已签署' : `${title}已签署`)
      void invalidate(contractDocument)
      onSigned(fresh)
      return picture
    } catch (error) {
      if (error instanceof CallError) throw new Error(error.message)
      throw error
    }
  }
  return (
    <li className="yy-cd-signer yy-under">
      <div className="yy-row yy-gap-8 yy-below-8">
        <b className="yy-flex-1">{title}</b>
        {signature ? (
          <StatusTag family="green">已签</StatusTag>
        ) : one.scanName ? (
          <StatusTag family="green">纸上已签</StatusTag>
        ) : (
          <StatusTag family="amber">待签</StatusTag>
        )}
      </div>
      {signature && !again && (
        <div className="yy-cd-signed">
          <img src={signature.picture} alt={`${title}的签名`} />
          <span className="yy-second yy-small">
            {signature.name}・{signature.at.slice(0, 16)}・经办 {signature.byName}
          </span>
          {one.can.includes('sign') && (
            <Button size="small" type="link" onClick={() => setAgain(true)}>
              重签
            </Button>
          )}
        </div>
      )}
      {open && (
        <>
          <div className="yy-cd-signer-name yy-row yy-gap-8 yy-below-8">
            <label className="yy-fixed yy-soft-ink yy-small" htmlFor={`yy-cd-name-${party}`}>
              签署人
            </label>
            <Input
              id={`yy-cd-name-${party}`}
              value={name}
              maxLength={30}
              placeholder="姓名"
              {...(problem && { status: 'error' as const })}
              onChange={(event) => {
                setProblem(null)
                setName(event.target.value)
              }}
            />
          </div>
          {problem && (
            <p className="yy-field-problem" role="alert">
              {problem}
            </p>
          )}
          <SignPad title={title} value={null} store={store} onChange={() => undefined} />
        </>
      )}
    </li>
  )
}

const KINDS = ['pdf', 'jpg', 'jpeg', 'png']

/** The paper was signed by hand: its scan is kept with the document. */
function ScanUpload({ one, onSigned }: { one: ContractDetail; onSigned(fresh: ContractDetail): void }) {
  const chooser = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = async (file: File | undefined) => {
    if (!file) return
    const wrong = !KINDS.includes(extensionOf(file.name))
      ? refusalText('UPLOAD_TYPE', { list: KINDS.join('、') })
      : file.size > SCAN_LIMIT_MB * 1024 * 1024
        ? refusalText('UPLOAD_SIZE', { limit: SCAN_LIMIT_MB })
        : null
    setProblem(wrong)
    if (wrong) return
    setPart(0)
    try {
      const fresh = await send(
        calls.scan,
        { contractId: one.contractId, file, version: one.version },
        { handles: () => true, onProgress: setPart },
      )
      toast.success('扫描件已上传，文书已签署')
      void invalidate(contractDocument)
      onSigned(fresh)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (!error.cancelled) setProblem(error.message)
    } finally {
      setPart(null)
    }
  }
  return (
    <div className="yy-pad-12-16 yy-over yy-gap-6 yy-stack yy-second yy-small">
      <span>也可以打印出来在纸上签，再上传签好的扫描件（PDF 或照片），文书即为已签。</span>
      <input
        ref={chooser}
        type="file"
        accept={KINDS.map((kind) => `.${kind}`).join(',')}
        aria-label="选择签署扫描件"
        hidden
        onChange={(event) => {
          void upload(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button icon={<FileUp size={15} aria-hidden />} loading={part !== null} onClick={() => chooser.current?.click()}>
        {part === null ? '上传签好的扫描件' : `上传中 ${Math.round(part * 100)}%`}
      </Button>
      {problem && (
        <span className="yy-field-problem" role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

function Link({ to, word }: { to: ContractDetail['previous']; word: string }) {
  if (!to) return null
  return (
    <button type="button" className="yy-link" onClick={() => openContract(to.contractId)}>
      {word} {to.contractNo}
    </button>
  )
}

export function Signing({ one, onSigned }: { one: ContractDetail; onSigned(fresh: ContractDetail): void }) {
  const paper = useRef<HTMLDivElement>(null)
  const given = useRef(one.signatures.length)
  // Whoever has just signed sees the signature on the paper.
  useEffect(() => {
    if (one.signatures.length > given.current) {
      const places = paper.current?.querySelectorAll('[data-signed]') ?? []
      places[places.length - 1]?.scrollIntoView({ block: 'center', behavior: 'smooth' })
    }
    given.current = one.signatures.length
  }, [one.signatures.length])
  const term = one.startDate || one.endDate ? `${one.startDate ?? '—'} 至 ${one.endDate ?? '—'}` : null
  return (
    <div className="yy-cd-desk yy-flex-1 yy-low yy-grid yy-gap-12">
      <div className="yy-doc-write yy-low yy-hidden yy-stack yy-edge yy-round-card" ref={paper}>
        {one.paperHtml === null ? (
          <div className="yy-cd-word yy-center-text yy-grid yy-gap-8 yy-flex-1 yy-second">
            <b className="yy-ink yy-text-15">Word 文书已定稿</b>
            <p>点上面的“下载 Word”查看和打印；签名可以在右边完成，也可以上传签好的扫描件。</p>
          </div>
        ) : (
          <DocumentPages html={one.paperHtml} paper={one.paper} />
        )}
      </div>
      <aside className="yy-card yy-cd-panel yy-low yy-scroll yy-stack" aria-label="签署">
        {one.state === ContractState.is.voided && (
          <div className="yy-pad-10-16 yy-red yy-under">
            已作废{one.voidedAt && `（${one.voidedAt.slice(0, 16)}）`}：{one.voidReason}
          </div>
        )}
        <header className="yy-flex yy-baseline yy-gap-8 yy-white yy-under">
          <b>签署</b>
          <span className={one.state === ContractState.is.signing ? 'is-missing' : undefined}>
            {one.signed}/{one.signerCount} 已签
          </span>
        </header>
        <ol className="yy-cd-signers yy-no-margin">
          {one.signers.map((party) => (
            <Signer key={party} one={one} party={party} onSigned={onSigned} />
          ))}
        </ol>
        {one.can.includes('scan') && <ScanUpload one={one} onSigned={onSigned} />}
        {one.scanName && (
          <div className="yy-pad-12-16 yy-over yy-gap-6 yy-stack yy-second yy-small">
            <span>签署扫描件：{one.scanName}</span>
            <Button onClick={() => void downloadScan(one)}>下载扫描件</Button>
          </div>
        )}
        <div className="yy-cd-facts yy-pad-12-16 yy-over">
          <Facts
            columns={1}
            facts={[
              { label: '期限', value: term },
              { label: '剩余', value: one.daysLeft === null ? null : daysLeftText(one.daysLeft) },
              { label: '模板', value: one.templateName && `${one.templateName}（第 ${one.templateVersion} 版）` },
              { label: '经办人', value: `${one.createUser ?? ''} ${one.createTime.slice(0, 16)}` },
              { label: '签署时间', value: one.signedAt?.slice(0, 16) },
              { label: '归档时间', value: one.filedAt?.slice(0, 16) },
              { label: '备注', value: one.remark },
              ...(one.previous || one.next
                ? [
                    {
                      label: '续签',
                      value: (
                        <>
                          <Link to={one.previous} word="续自" /> <Link to={one.next} word="已续为" />
                        </>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </div>
      </aside>
    </div>
  )
}
