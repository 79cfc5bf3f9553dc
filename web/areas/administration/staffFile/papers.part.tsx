// Contracts and certificates in the file of one person, with their scans.
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { staffFile } from '#contract/administration/staffFile'
import type { StaffCertificateData } from '#contract/administration/staffFileShape'
import { CertificateKind, StaffContractKind } from '#contract/administration/staffWords'
import { dayText } from '#contract/kit/clock'
import { StaffStatus } from '#contract/platform/staff'
import { None } from '#web/kit/fields/none'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { DueDay } from './columns.tsx'
import { addCertificateForm, addContractForm, editCertificateForm, editContractForm } from './paperForms.tsx'
import { LineActs, maySave, Nothing, PartHead, type PartProps, Scans } from './pieces.part.tsx'

export function ContractsPart(props: PartProps) {
  const { row, onForm } = props
  const may = maySave(props)
  const left = row.status === StaffStatus.is.left
  return (
    <section>
      <PartHead title="劳动合同" note="同一时间只有一份合同">
        {may && !left && (
          <Button icon={<Plus size={15} aria-hidden />} onClick={() => onForm!(addContractForm(row))}>
            {row.contracts.length > 0 ? '续签合同' : '新增合同'}
          </Button>
        )}
      </PartHead>
      {row.contracts.length === 0 && <Nothing>还没有登记合同</Nothing>}
      {row.contracts.length > 0 && (
        <table className="yy-plain-table yy-lined yy-staff-table">
          <thead>
            <tr className="yy-second">
              <th>类型</th>
              <th>编号</th>
              <th>开始</th>
              <th>结束</th>
              <th>扫描件</th>
              <th>备注</th>
              {may && <th aria-label="操作" />}
            </tr>
          </thead>
          <tbody>
            {row.contracts.map((one, at) => (
              <tr key={one.staffContractId}>
                <td>
                  <StatusTag option={StaffContractKind.find(one.kind)!} />
                </td>
                <td>{one.number ?? <None />}</td>
                <td className="yy-one-line">{one.startDate}</td>
                <td>{one.endDate === null ? '无固定期限' : <DueDay day={one.endDate} quiet={left || at > 0} />}</td>
                <td>
                  <Scans urls={one.files} />
                </td>
                <td>{one.remark ?? <None />}</td>
                {may && (
                  <td>
                    <LineActs
                      what={`${one.startDate} 起的合同`}
                      onEdit={() => onForm!(editContractForm(row, one))}
                      onRemove={() =>
                        void confirmCall(staffFile.calls.removeContract, {
                          title: `删除${row.empName} ${one.startDate} 起的合同？`,
                          effects: ['扫描件一起删除，不能恢复', '只在登记错时删除；到期的合同请留着'],
                          verb: '删除合同',
                          safe: '不删除',
                          danger: true,
                          input: { staffContractId: one.staffContractId },
                          done: '合同已删除',
                        })
                      }
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

export function CertificatesPart(props: PartProps) {
  const { row, onForm } = props
  const may = maySave(props)
  const left = row.status === StaffStatus.is.left
  const renew = (one: StaffCertificateData) => onForm!(addCertificateForm(row, one.kind))
  return (
    <section>
      <PartHead title="证书" note="到期前 60、30、7 天提醒">
        {may && (
          <Button icon={<Plus size={15} aria-hidden />} onClick={() => onForm!(addCertificateForm(row))}>
            新增证书
          </Button>
        )}
      </PartHead>
      {row.certificates.length === 0 && <Nothing>还没有登记证书</Nothing>}
      {row.certificates.length > 0 && (
        <table className="yy-plain-table yy-lined yy-staff-table">
          <thead>
            <tr className="yy-second">
              <th>证书</th>
              <th>编号</th>
              <th>发证机构</th>
              <th>发证日期</th>
              <th>有效期至</th>
              <th>扫描件</th>
              {may && <th aria-label="操作" />}
            </tr>
          </thead>
          <tbody>
            {row.certificates.map((one) => (
              <tr key={one.certificateId} className={one.replaced ? 'yy-second' : undefined}>
                <td>
                  <StatusTag option={CertificateKind.find(one.kind)!} />
                  {one.level && <div className="yy-small">{one.level}</div>}
                </td>
                <td className="yy-breaks">{one.number ?? <None />}</td>
                <td>{one.issuer ?? <None />}</td>
                <td className="yy-one-line">{one.issuedOn ?? <None />}</td>
                <td>
                  {one.validTo === null ? '长期有效' : <DueDay day={one.validTo} quiet={left || one.replaced} />}
                  {one.replaced && <div className="yy-small">已换新证</div>}
                  {may && !left && !one.replaced && one.validTo !== null && one.validTo < dayText() && (
                    <button type="button" className="yy-link yy-block" onClick={() => renew(one)}>
                      登记新证
                    </button>
                  )}
                </td>
                <td>
                  <Scans urls={one.files} />
                </td>
                {may && (
                  <td>
                    <LineActs
                      what={CertificateKind.label(one.kind)}
                      onEdit={() => onForm!(editCertificateForm(row, one))}
                      onRemove={() =>
                        void confirmCall(staffFile.calls.removeCertificate, {
                          title: `删除${row.empName}的${CertificateKind.label(one.kind)}？`,
                          effects: ['扫描件一起删除，不能恢复', '换了新证不用删旧证，登记新证即可'],
                          verb: '删除证书',
                          safe: '不删除',
                          danger: true,
                          input: { certificateId: one.certificateId },
                          done: '证书已删除',
                        })
                      }
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
