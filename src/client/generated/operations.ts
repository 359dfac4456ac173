// Printed from the sources; `npm run docs` prints it again.

/** The parameters of every operation, and the payload of its success. */
export interface OperationTypes {
  /** Search asset collections. Finds the collections that the acting user sees, by keywords, scope and parent, sorted and in pages. */
  E1: {
    param: {
      /** @maxItems 1000 */
      keywordList?: string[]
      scope?: number
      parentGroupId?: number
      sortBy?: {
        field?: string
        sort?: string
      }
      page?: number
      pageSize?: number
    }
    result: {
      totalCount: number
      list: AssetCollection[]
    }
  }
  /** Social media hot content. Lists the social media posts of a year with their figures, most read first. */
  E2: {
    param: {
      /** a year of four digits */
      createDate: string
    }
    result: SocialMediaStats
  }
  /** Client tracking report. Stores tracking records of a client's pages, all or none. */
  E3: {
    param: {
      /** @maxItems 1000 */
      trackList: TrackingRecord[]
    }
    result: boolean
  }
  /** Asset detail list. Lists the details of assets: origin, rights, collections, and every part with signed URLs. */
  E4: {
    param: {
      /** @maxItems 1000 */
      assetIdList: number[]
    }
    result: {
      detail: AssetDetail[]
    }
  }
  /** Approval task list by creation time. Pages through the approval tasks created since an instant, oldest first. */
  E5: {
    param: {
      createTimeForm: number
      category?: string
      finished?: boolean
      page?: number
    }
    result: {
      pageNum: number
      pageSize: number
      totalCount: number
      totalPage: number
      records: ApprovalTask[]
    }
  }
  /** Search content in a block. Searches the published contents of a portal block by text, tags and values of metadata fields. */
  E6: {
    param: {
      blockId: number
      pageNum?: number
      pageSize?: number
      searchText?: string
      /** @maxItems 100 */
      filterConditionList?: {
        type?: number
        code: string
        /** @maxItems 1000 */
        value: string[]
      }[]
      pictureParam?: {
        width?: number
        high?: number
      }
    }
    result: {
      pageNum: number
      pageSize: number
      totalCount: number
      totalPage: number
      records: PortalContent[]
    }
  }
  /** Add members to a crowd pack. Adds members to a crowd pack; each member is kept once. */
  E7: {
    param: {
      source: string
      corpId: string
      crowdPackId: number
      /** @maxItems 100000 */
      crowdList: {
        crowdUniqueSign: string
      }[]
      selfAgent?: number
      completeStatus?: boolean
    }
    result: boolean
  }
  /** Query users by id list. Looks up users by id, in the order asked for, up to 100 at a time. */
  E8: {
    param: {
      /** @maxItems 100 */
      userIds: number[]
    }
    result: UserSimpleInfo[]
  }
  /** Create external asset ingestion approval. Starts an approval of assets or atoms, with steps and assignees. */
  E9: {
    param: {
      variables?: {
        [k: string]: {
          [k: string]: unknown
        }
      }
      detailName?: string
      category: string
      processDefinitionId: number
      submitter: number
      assignees: {
        /** @maxItems 100 */
        [k: string]: number[]
      }
      name?: string
      /** @maxItems 1000 */
      objects?: number[]
    }
    result: number
  }
  /** List crowd members of a crowd pack. Lists the members of a crowd pack in the order of insertion. */
  E10: {
    param: {
      source: string
      corpId: string
      crowdPackId: number
      selfAgent?: number
    }
    result: CrowdMember[]
  }
  /** Get single content detail. Reads one published content with its texts, pictures and values of metadata fields. */
  E11: {
    param: {
      id: number
      pictureParam?: {
        width?: number
        high?: number
      }
    }
    result: PortalContentDetail
  }
  /** Add in-app notification. Sends an in-app notification to every e-mail address, all or none, now or at a later time. */
  E12: {
    param: {
      /** @maxItems 1000 */
      users: string[]
      templateCode: string
      sendTime?: number
      content: {
        htmlContent: string
      }
      url?: string
      modelCode?: string
    }
    result: boolean
  }
  /** Complete multipart upload. Merges the parts of an upload into one file. */
  E13: {
    param: {
      filePath: string
      uploadId: string
      /** @maxItems 10000 */
      partETags: {
        partNumber: number
        etag: string
      }[]
    }
    result: boolean
  }
  /** Add portal collaborators in batch. Gives users, departments and dimensions access to a portal, all or none. */
  E14: {
    param: {
      portalId: number
      authType: number
      userId?: number
      /** @maxItems 1000 */
      deptIdList?: number[]
      /** @maxItems 1000 */
      dimensionIdList?: number[]
      /** @maxItems 1000 */
      userIdList?: number[]
    }
    result: boolean
  }
  /** Update a private-domain marketing task. Changes the fields of a marketing task that are sent. */
  E15: {
    param: {
      creativeId: number
      planId: number
      contentType?: string
      releaseTime?: string
      remark?: string
      contentGroupId?: number
    }
    result: Record<string, never>
  }
  /** Create content atoms. Makes atoms of uploaded files, with size, type and dimensions read from the bytes. */
  E16: {
    param: {
      /** @maxItems 100 */
      fileList: {
        path: string
        name: string
        size?: number
        type?: string
      }[]
    }
    result: {
      assetElementIdList: number[]
    }
  }
  /** List non-root archive groups. Looks up archive groups by path; without paths, all below the roots. */
  E17: {
    param: {
      /** @maxItems 1000 */
      groupPath?: string[]
    }
    result: ArchiveGroup[]
  }
  /** Delete a crowd pack. Deletes a crowd pack with its members. */
  E18: {
    param: {
      corpId: string
      id: number
      source: string
    }
    result: boolean
  }
  /** Report image-search effect. Stores how a user liked an image search result. */
  E19: {
    param: {
      libraryType: string
      clientId: string
      uuid: string
      operateType: string
      contentId?: number | null
      likeType?: number
    }
    result: boolean
  }
  /** Update metadata field values. Renames values of a metadata field, all or none. */
  E20: {
    param: {
      attrCode: string
      /** @maxItems 1000 */
      attrValueList: {
        attrValueName: string
        attrValueCode: string
      }[]
    }
    result: Record<string, never>
  }
  /** Ingest assets into the library. Turns atoms into assets of the library; a repeated call answers the same assets. */
  E21: {
    param: {
      /** @maxItems 1000 */
      assetIdList: number[]
    }
    result: {
      successList: number[]
      failedList: number[]
      successMaterialIdList: number[]
    }
  }
  /** Add assets to an asset collection. Adds assets to a collection, all or none. */
  E22: {
    param: {
      collectionId: number
      /** @maxItems 10000 */
      assetIds: number[]
    }
    result: true | null
  }
}
/** Asset collection; instants in epoch milliseconds. */
export interface AssetCollection {
  id: number
  createTime: number
  updateTime: number
  createUser: number
  updateUser: number
  status: number
  parentId: number
  rootId: number
  groupName: string
  itemCount: number
  groupCount: number
  belongId: number
  description: string | null
  thunders: null | string[]
  hasCollected: boolean
}
/** Statistics of a year; dates are `YYYY-MM-DD`. */
export interface SocialMediaStats {
  createDate: string
  data: {
    mediaType: string
    size: number
    contentList: {
      title: string
      readNum: number
      createDate: string
      statDate: string
    }[]
  }[]
}
/** Tracking record; `event_time` is `YYYY-MM-DD HH:mm:ss.SSS`. */
export interface TrackingRecord {
  tenant_id: string
  client_id: string
  event_type_code: string
  event_time: string
  event_properties: {
    [k: string]: {
      [k: string]: unknown
    }
  }
  platform?: string
  visitor_id?: string
  user_id?: string
  distinct_id?: string
  sdk_info?: string
  os?: string
  os_version?: string
  user_agent?: string
  browser?: string
  browser_version?: string
  device_id?: string
  window_width?: number
  window_height?: number
  resolution?: string
  timezone?: string
  language?: string
  preferred_locale?: string
  cur_url?: string
  url_from?: string
  session?: string
}
/** Asset detail; `size` in bytes, instants in epoch milliseconds. */
export interface AssetDetail {
  approvalStatus: number
  materialOrigin: MaterialOrigin
  extension: string
  importance: number
  collectionInfo: {
    id: number
    groupName: string
  }[]
  updateUser: number
  updateTime: number
  createTime: number
  tags: string
  authInfoList: AuthInfo[]
  customerLifeCycleRuleTagCode: string
  size: number
  subResList: SubResource[]
}
/** `materialOrigin` of an asset. */
export interface MaterialOrigin {
  isDownload: number
  riskLevel: number
  watermark: string
  updateUser: number
  templateGenerateCount: number
  updateTime: number
  stickTop: number
  dummy: number
  assetTagStatus: number
  createTime: number
  maplexStatus: number
  createUser: number
  isDam: number
  coreId: number
  id: number
  importUrl: string
  scenarioVisibility: string
  ruleCheckStatusCode: number
  analysisStatus: number
  ruleCheckStatus: string
  status: number
}
/** A role of a user, department or dimension on the asset. */
export interface AuthInfo {
  unitType: number
  unitId: number
  unitName: string
  dataRoleId: number
  dataRoleName: string
  dataRoleCode: string
  editable: number
  materialId: number
}
/** A file of the asset; `duration` in milliseconds, `size` in bytes. */
export interface SubResource {
  thumbnailOriginWidth: number | null
  thumbnailOriginHeight: number | null
  extension: string
  downloadUrl: string | null
  picNum: number | null
  videoNum: number | null
  textNum: number | null
  wordNum: number | null
  uniMd5: string | null
  fileFormatType: string
  thunder: string | null
  thunderOrigin: string | null
  iconThunder: string | null
  title: string | null
  type: string
  duration: number | null
  pdfStatus: number
  path: string
  transformPreviewUrl: string | null
  id: number
  publicRead: boolean
  thumbnailAssetId: number | null
  iconAssetId: number | null
  damId: number | null
  height: number | null
  width: number | null
  aliasName: string | null
  resType: number
  keyName: string
  updateTime: number | null
  createTime: number | null
  baseTextUpdateTime: number | null
  originalUrl: string | null
  url: string | null
  urlWithParam: string | null
  analysisAssetIds: null | unknown[]
  size: number
  name: string
  assetStatus: number
  baseText: string | null
}
/** Approval task; instants in epoch milliseconds. */
export interface ApprovalTask {
  id: string
  key: string
  processName: string
  approvalId: string
  processCategory: string
  category: string
  submitter: number
  assignee: number
  createTime: number
  endTime: number | null
  approvalStatus: string
}
/** Portal content record, as E6 lists it. */
export interface PortalContent {
  id: number
  portalId: string
  blockId: number
  coreId: number
  name: string
  /** When the content was published; and by the codes of metadata fields the names of its values (A-metadata-1) */
  metadataInfo: {
    CUSTOMER_PORTAL_PUBLISH_TIME: number
    [attrCode: string]: number | string | string[]
  }
  coverPicture: string
}
/** User simple info; `createTime` in epoch milliseconds. */
export interface UserSimpleInfo {
  id: number
  email: string
  isExistPhone: boolean
  nickname: string
  deptId: number
  deptName: string
  dimensionItemInfoLit: {
    id: number
    name: string
  }[]
  avatar: string
  verifyEmail: number
  uid: string
  status: number
  logoutStatus: number
  userType: number
  createTime: number
  roleList:
    | null
    | {
        id: number
        roleName: string
        roleCode: string
      }[]
  lineManagerUserId: number | null
}
/** Member of a crowd pack. */
export interface CrowdMember {
  id: number
  crowdUniqueSign: string
}
/** Portal content record, as E11 shows it. */
export interface PortalContentDetail {
  id: number
  portalId: string
  blockId: number
  coreId: number
  name: string
  /** When the content was published; and by the codes of metadata fields the names of its values (A-metadata-1) */
  metadataInfo: {
    CUSTOMER_PORTAL_PUBLISH_TIME: number
    [attrCode: string]: number | string | string[]
  }
  coverPicture: string
  contentText: string
  detailPictures: string[]
  publishTime: number
  buttonName: string
  buttonLinkUrl: string
}
/** Archive group, with the names of its ancestors as a path. */
export interface ArchiveGroup {
  groupId: number
  name: string
  path: string
  rootId: number
}

/** The number of an operation in the document, such as `E8`. */
export type OperationId = keyof OperationTypes

/** The name of a supporting route: tokens, uploads and downloads. */
export type SupportingRouteName =
  | 'get-token'
  | 'refresh-token'
  | 'begin-upload'
  | 'show-upload'
  | 'abort-upload'
  | 'send-part'
  | 'send-file'
  | 'download'

/** The name that journal and faults have for a call. */
export type OperationName = OperationId | SupportingRouteName
