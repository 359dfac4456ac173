import { refuse } from '../../contract/errors/refusals.ts'
import type { PortalCollaboratorRequest } from '../../contract/resources/portal-shapes.ts'
import { distinct } from '../../kernel/lists.ts'
import { takeIds } from '../../store/db/sequences.ts'
import { insertInto } from '../../store/db/statements.ts'
import { portalCollaborators } from '../../store/db/tables/workspace/portal.ts'
import type { ServiceContext } from '../call.ts'
import { mustExist } from '../existence.ts'
import { mustBeUsers } from '../users/query-users.ts'

type UnitType = (typeof portalCollaborators.$inferSelect)['unitType']

const mustBePortal = mustExist('portals', refuse.unknownPortal)
const mustBeDepartments = mustExist('departments', refuse.unknownDepartment)
const mustBeDimensions = mustExist('dimensions', refuse.unknownDimension)

type Facts = Omit<typeof portalCollaborators.$inferSelect, 'id' | 'unitType' | 'unitId'>

const UPDATE_COLLABORATOR = `UPDATE portal_collaborators SET auth_type = :authType, added_by = :addedBy, updated_at_ms = :updatedAtMs
   WHERE portal_id = :portalId AND unit_type = :unitType AND unit_id = :unitId`

const insertCollaborator = insertInto(portalCollaborators)

/** Adds users, departments and dimension items to the collaborators of a portal, all or nothing (E14). */
export const addCollaborators = (
  call: ServiceContext,
  request: PortalCollaboratorRequest,
): true => {
  const { deptIdList = [], dimensionIdList = [], userIdList = [] } = request
  const named = request.userId === undefined ? [] : [request.userId]
  if (named.length + deptIdList.length + dimensionIdList.length + userIdList.length === 0)
    call.warn('empty-list', 'userIdList')
  mustBePortal(call, 'portalId', [request.portalId])
  mustBeUsers(call, 'userId', named)
  mustBeDepartments(call, 'deptIdList', deptIdList)
  mustBeDimensions(call, 'dimensionIdList', dimensionIdList)
  mustBeUsers(call, 'userIdList', userIdList)
  const isCollaborator = call.variant('A-14-1') === 'collaborator'
  const facts = {
    portalId: request.portalId,
    authType: request.authType,
    addedBy: isCollaborator ? call.actor.id : (request.userId ?? call.actor.id),
    updatedAtMs: call.nowMs,
  }
  put(call, facts, 'user', isCollaborator ? [...named, ...userIdList] : userIdList)
  put(call, facts, 'department', deptIdList)
  put(call, facts, 'dimension', dimensionIdList)
  return true
}

const put = (call: ServiceContext, facts: Facts, unitType: UnitType, ids: readonly number[]) => {
  for (const unitId of distinct(ids)) {
    const row = { ...facts, unitType, unitId }
    if (call.store.run(UPDATE_COLLABORATOR, row).changes > 0) call.outcome('known-collaborator')
    else insertCollaborator(call.store, { ...row, id: takeIds(call.store, 'portalCollaborator') })
  }
}
