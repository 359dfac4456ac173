// Printed from the sources; `npm run docs` prints it again.

/** The parameters of every operation, and the payload of its success. */
export interface OperationTypes {
  /** Search asset collections. Finds the collections that the acting user sees, by keywords, scope and parent, sorted and in pages. */
  E1: {
    param: {
      /**
       * Keywords, of which a name must contain one, case ignored; every name when absent or empty.
       *
       * @maxItems 1000
       */
      keywordList?: string[]
      /** 0: everything visible; 1: created by the acting user; 2: shared with the acting user; 3: collected by the acting user; 0 when absent. */
      scope?: number
      /** Id of the parent collection; 0 is the root level; every level when absent. */
      parentGroupId?: number
      /** Order of the list; newest first when absent. */
      sortBy?: {
        /** Field to sort by: `createTime`, `updateTime`, `groupName`, `itemCount` or `default`; `default` when absent. */
        field?: string
        /** Direction: `asc` or `desc`; `desc` when absent. */
        sort?: string
      }
      /** Number of the page, from 1; 1 when absent. */
      page?: number
      /** Rows of a page, 1 to 1,000; 20 when absent. */
      pageSize?: number
    }
    /** A page of the collections found. */
    result: {
      /** Number of the collections found, on all pages. */
      totalCount: number
      /** The collections of the page. */
      list: AssetCollection[]
    }
  }
  /** Social media hot content. Lists the social media posts of a year with their figures, most read first. */
  E2: {
    param: {
      /** Year of four digits, such as `2025`. */
      createDate: string
    }
    /** Posts of the year with their figures. */
    result: SocialMediaStats
  }
  /** Client tracking report. Stores tracking records of a client's pages, all or none. */
  E3: {
    param: {
      /**
       * Records, kept as they are sent, all or none.
       *
       * @maxItems 1000
       */
      trackList: TrackingRecord[]
    }
    /** true: the records are stored. */
    result: boolean
  }
  /** Asset detail list. Lists the details of assets: origin, rights, collections, and every part with signed URLs. */
  E4: {
    param: {
      /**
       * Ids of assets, each answered once.
       *
       * @maxItems 1000
       */
      assetIdList: number[]
    }
    /** The details found. */
    result: {
      /** Details in the order of the request; ids that do not exist, or that the acting user does not see, are left out. */
      detail: AssetDetail[]
    }
  }
  /** Approval task list by creation time. Pages through the approval tasks created since an instant, oldest first. */
  E5: {
    param: {
      /** Earliest creation time of the tasks, epoch milliseconds, inclusive. Spelled this way in the document. */
      createTimeForm: number
      /** Category of the tasks, such as `APPROVAL`; every category when absent. */
      category?: string
      /** false: tasks in progress; true: ended tasks; absent: both. */
      finished?: boolean
      /** Number of the page, from 1; 1 when absent. A page has 20 rows. */
      page?: number
    }
    /** A page of the tasks, oldest first. */
    result: {
      /** Number of the page, from 1. */
      pageNum: number
      /** Rows of a page; 20 in the sample. */
      pageSize: number
      /** Number of the rows on all pages. */
      totalCount: number
      /** Number of the pages. */
      totalPage: number
      /** Rows of the page. */
      records: ApprovalTask[]
    }
  }
  /** Search content in a block. Searches the published contents of a portal block by text, tags and values of metadata fields. */
  E6: {
    param: {
      /** Id of the block. */
      blockId: number
      /** Number of the page, from 1; 1 when absent. */
      pageNum?: number
      /** Rows of a page, 1 to 1,000; 20 when absent. */
      pageSize?: number
      /** Text that the name or text of a content must contain, case ignored; every content when absent or empty. */
      searchText?: string
      /**
       * Conditions that a content must meet, all of them; none when absent.
       *
       * @maxItems 100
       *
       * Items: One condition that contents must meet.
       */
      filterConditionList?: {
        /** Type of the condition, any integer; it changes nothing. */
        type?: number
        /** `tags`, or the code of a metadata field. */
        code: string
        /**
         * Tags, or codes of values, of which a content must have one; an empty list matches nothing.
         *
         * @maxItems 1000
         */
        value: string[]
      }[]
      /** Size in which pictures are wanted; at most 1600 x 1600 when absent. */
      pictureParam?: {
        /** Maximum width in pixels, 0 to 10,000; free when 0 or absent. */
        width?: number
        /** Maximum height in pixels, 0 to 10,000; free when 0 or absent. */
        high?: number
      }
    }
    /** A page of the contents found, newest publication first. */
    result: {
      /** Number of the page, from 1. */
      pageNum: number
      /** Rows of a page; 20 in the sample. */
      pageSize: number
      /** Number of the rows on all pages. */
      totalCount: number
      /** Number of the pages. */
      totalPage: number
      /** Rows of the page. */
      records: PortalContent[]
    }
  }
  /** Add members to a crowd pack. Adds members to a crowd pack; each member is kept once. */
  E7: {
    param: {
      /** Source of the pack, one of the three that name it; seen: `CDP_CROWD_PACK`. */
      source: string
      /** Id of the corporation that the pack belongs to. */
      corpId: string
      /** Id of the pack. */
      crowdPackId: number
      /**
       * Members to add, each once.
       *
       * @maxItems 100000
       *
       * Items: A member to add.
       */
      crowdList: {
        /** Sign of the member, unique in its pack. */
        crowdUniqueSign: string
      }[]
      /** Any integer, kept with the pack; 0 in the sample. Unchanged when absent. */
      selfAgent?: number
      /** Whether the pack is complete, kept with it; unchanged when absent. */
      completeStatus?: boolean
    }
    /** true: the members are in the pack. */
    result: boolean
  }
  /** Query users by id list. Looks up users by id, in the order asked for, up to 100 at a time. */
  E8: {
    param: {
      /**
       * Ids of users, at most 100; larger sets are split into batches.
       *
       * @maxItems 100
       */
      userIds: number[]
    }
    /** The users in the order of the request, each once; unknown ids are left out. */
    result: UserSimpleInfo[]
  }
  /** Create external asset ingestion approval. Starts an approval of assets or atoms, with steps and assignees. */
  E9: {
    param: {
      /** Variables of the process, kept as sent; an empty object when absent. */
      variables?: {
        [k: string]: unknown
      }
      /** Name of the detail, kept as sent; empty when absent. */
      detailName?: string
      /** Category of the approval, any text that is not empty; seen: `MATERIAL_FROM_EXTERNAL_SOURCE_PUBLISHING`. */
      category: string
      /** Id of a process definition of the category `RESOURCE_PUBLISHMENT`. */
      processDefinitionId: number
      /** Id of the user who submits the objects. */
      submitter: number
      /** User ids by task key. `initiator` is done at once; every other key is a step, in order of the number in it; seen: `initiator`, `task1`, `task2`. At least one step needs a user. */
      assignees: {
        /** @maxItems 100 */
        [k: string]: number[]
      }
      /** Name of the approval, which its tasks have as processName; that of the process definition when absent. */
      name?: string
      /**
       * Ids of the atoms and assets to approve, each once; none when absent.
       *
       * @maxItems 1000
       */
      objects?: number[]
    }
    /** Id of the created approval. */
    result: number
  }
  /** List crowd members of a crowd pack. Lists the members of a crowd pack in the order of insertion. */
  E10: {
    param: {
      /** Source of the pack, one of the three that name it; seen: `CDP_CROWD_PACK`. */
      source: string
      /** Id of the corporation that the pack belongs to. */
      corpId: string
      /** Id of the pack. */
      crowdPackId: number
      /** Any integer; it selects nothing. */
      selfAgent?: number
    }
    /** All members in order of insertion. */
    result: CrowdMember[]
  }
  /** Get single content detail. Reads one published content with its texts, pictures and values of metadata fields. */
  E11: {
    param: {
      /** Id of the content. */
      id: number
      /** Size in which pictures are wanted; at most 1600 x 1600 when absent. */
      pictureParam?: {
        /** Maximum width in pixels, 0 to 10,000; free when 0 or absent. */
        width?: number
        /** Maximum height in pixels, 0 to 10,000; free when 0 or absent. */
        high?: number
      }
    }
    /** The content with its details. */
    result: PortalContentDetail
  }
  /** Add in-app notification. Sends an in-app notification to every e-mail address, all or none, now or at a later time. */
  E12: {
    param: {
      /**
       * E-mail addresses of the users to notify, each once.
       *
       * @maxItems 1000
       */
      users: string[]
      /** Code of a template, any text that is not empty; no template is looked up. */
      templateCode: string
      /** When the notification becomes visible, epoch milliseconds; at once when absent. */
      sendTime?: number
      /** Content of the notification. */
      content: {
        /** Text as HTML. */
        htmlContent: string
      }
      /** Path of the page that the notification leads to, kept as sent; empty when absent. */
      url?: string
      /** Code of the module that the notification is about, any text; seen: `MATERIAL`. */
      modelCode?: string
    }
    /** true: the notifications are stored. */
    result: boolean
  }
  /** Complete multipart upload. Merges the parts of an upload into one file. */
  E13: {
    param: {
      /** Path of the file, as the beginning of the upload answered it. */
      filePath: string
      /** Id of the upload. */
      uploadId: string
      /**
       * Every part that has arrived, in any order.
       *
       * @maxItems 10000
       *
       * Items: A part of the file.
       */
      partETags: {
        /** Number of the part, from 1. */
        partNumber: number
        /** ETag that the answer to the part carried; quotes and case are ignored. */
        etag: string
      }[]
    }
    /** true: the parts are merged. */
    result: boolean
  }
  /** Add portal collaborators in batch. Gives users, departments and dimensions access to a portal, all or none. */
  E14: {
    param: {
      /** Integer id of the portal. */
      portalId: number
      /** Kind of access, any integer; kept with each collaborator. */
      authType: number
      /** Id of the user who adds the collaborators. */
      userId?: number
      /**
       * Ids of departments; none when absent.
       *
       * @maxItems 1000
       */
      deptIdList?: number[]
      /**
       * Ids of dimension items; none when absent.
       *
       * @maxItems 1000
       */
      dimensionIdList?: number[]
      /**
       * Ids of users; none when absent.
       *
       * @maxItems 1000
       */
      userIdList?: number[]
    }
    /** true: the collaborators are stored. */
    result: boolean
  }
  /** Update a private-domain marketing task. Changes the fields of a marketing task that are sent. */
  E15: {
    param: {
      /** Id of the task; it is found together with planId. */
      creativeId: number
      /** Id of the plan that the task belongs to. */
      planId: number
      /** Type of the content, any text; seen: `GROUP_MESSAGE`. Unchanged when absent. */
      contentType?: string
      /** Release time as `YYYY-MM-DD HH:mm:ss` at UTC+8; unchanged when absent. */
      releaseTime?: string
      /** Remark; unchanged when absent. */
      remark?: string
      /** Id of the content group; unchanged when absent. */
      contentGroupId?: number
    }
    /** An empty object. */
    result: Record<string, never>
  }
  /** Create content atoms. Makes atoms of uploaded files, with size, type and dimensions read from the bytes. */
  E16: {
    param: {
      /**
       * Files to make atoms of, at most 100.
       *
       * @maxItems 100
       */
      fileList: {
        /** Path of the uploaded file, the filePath of its upload. */
        path: string
        /** Name of the file, with its extension. */
        name: string
        /** Size in bytes; it must be that of the uploaded file. Without an upload and a size it counts as 0. */
        size?: number
        /** Media type, such as `image/png`; read from the bytes, or from the name, when absent. */
        type?: string
      }[]
    }
    /** The created atoms. */
    result: {
      /** Ids of the atoms, in the order of the files. */
      assetElementIdList: number[]
    }
  }
  /** List non-root archive groups. Looks up archive groups by path; without paths, all below the roots. */
  E17: {
    param: {
      /**
       * Slash-separated paths of group codes; all non-root groups when absent or empty.
       *
       * @maxItems 1000
       */
      groupPath?: string[]
    }
    /** The groups in the order of the paths, each once; unknown paths and roots are left out. */
    result: ArchiveGroup[]
  }
  /** Delete a crowd pack. Deletes a crowd pack with its members. */
  E18: {
    param: {
      /** Id of the corporation that the pack belongs to. */
      corpId: string
      /** Id of the pack. */
      id: number
      /** Source of the pack, one of the three that name it; seen: `CDP_CROWD_PACK`. */
      source: string
    }
    /** true: the pack and its members are gone. */
    result: boolean
  }
  /** Report image-search effect. Stores how a user liked an image search result. */
  E19: {
    param: {
      /** Library that was searched, any text that is not empty; seen: `product_library`. */
      libraryType: string
      /** Id of the client, any text that is not empty. */
      clientId: string
      /** Id of the search, any text that is not empty. */
      uuid: string
      /** What was judged, any text that is not empty; seen: `all`. */
      operateType: string
      /** Id of a result, kept as sent; null, or absent, when no single result is meant. */
      contentId?: number | null
      /** How the user liked it, any integer; 1 in the sample. */
      likeType?: number
    }
    /** The whole body: true, the report is stored. */
    result: boolean
  }
  /** Update metadata field values. Renames values of a metadata field, all or none. */
  E20: {
    param: {
      /** Code of the metadata field. */
      attrCode: string
      /**
       * Values to rename; of a code named twice the last name counts.
       *
       * @maxItems 1000
       *
       * Items: A value of the metadata field with its new name.
       */
      attrValueList: {
        /** New name of the value. */
        attrValueName: string
        /** Code of the value, by which it is found within its field. */
        attrValueCode: string
      }[]
    }
    /** The whole body: an empty object. */
    result: Record<string, never>
  }
  /** Ingest assets into the library. Turns atoms into assets of the library; a repeated call answers the same assets. */
  E21: {
    param: {
      /**
       * Ids of the atoms to ingest, each once.
       *
       * @maxItems 1000
       */
      assetIdList: number[]
    }
    /** What became of each id. */
    result: {
      /** Ids of the atoms that are assets now, in the order of the request. */
      successList: number[]
      /** Ids that are no atoms. */
      failedList: number[]
      /** Ids of their assets, in the order of successList. */
      successMaterialIdList: number[]
    }
  }
  /** Add assets to an asset collection. Adds assets to a collection, all or none. */
  E22: {
    param: {
      /** Id of the collection. */
      collectionId: number
      /**
       * Ids of the assets to add; one that is already there stays once.
       *
       * @maxItems 10000
       */
      assetIds: number[]
    }
    /** true: the assets are in the collection; null by a variant of A-22-1. */
    result: true | null
  }
}

/** Asset collection; instants in epoch milliseconds. */
export interface AssetCollection {
  /** Id of the collection. */
  id: number
  /** When it was created, epoch milliseconds. */
  createTime: number
  /** When it was changed last, epoch milliseconds. */
  updateTime: number
  /** Id of the user who created it. */
  createUser: number
  /** Id of the user who changed it last. */
  updateUser: number
  /** Status code; 0 in samples. */
  status: number
  /** Id of the parent collection; 0 for a root. */
  parentId: number
  /** Id of the root collection; for a root its own. */
  rootId: number
  /** Name. */
  groupName: string
  /** Number of the assets in it, without those of its children. */
  itemCount: number
  /** Number of its children. */
  groupCount: number
  /** Id of the owner scope. */
  belongId: number
  /** Description; null when there is no description. */
  description: string | null
  /** Thumbnails; null by default, signed preview URLs by a variant of A-1-4. */
  thunders: null | string[]
  /** Whether the acting user has collected it. */
  hasCollected: boolean
}

/** Statistics of a year; dates are `YYYY-MM-DD`. */
export interface SocialMediaStats {
  /** Year asked for. */
  createDate: string
  /**
   * Posts by media type, in order of its name; empty for a year without posts.
   *
   * Items: The posts of one media type.
   */
  data: {
    /** Media type, any text. */
    mediaType: string
    /** Number of the posts. */
    size: number
    /**
     * The posts, most read first.
     *
     * Items: A post with its figures.
     */
    contentList: {
      /** Title of the post. */
      title: string
      /** How often it was read. */
      readNum: number
      /** Day of the post, `YYYY-MM-DD`. */
      createDate: string
      /** Day of its figures, `YYYY-MM-DD`. */
      statDate: string
    }[]
  }[]
}

/** Tracking record; `event_time` is `YYYY-MM-DD HH:mm:ss.SSS`. */
export interface TrackingRecord {
  /** Id of the tenant. */
  tenant_id: string
  /** Id of the client. */
  client_id: string
  /** Code of the event, any text that is not empty; seen: `Portal_Content_Share`. */
  event_type_code: string
  /** When it happened, `YYYY-MM-DD HH:mm:ss.SSS`. */
  event_time: string
  /** Properties of the event, an empty object when there are none; keys seen: `data_source`, `block_id`, `portal_id`, `asset_id`, `content_id`. */
  event_properties: {
    [k: string]: unknown
  }
  /** Platform; seen: `web`. */
  platform?: string
  /** Id of the visitor, cookie-style text. */
  visitor_id?: string
  /** Id of the user. */
  user_id?: string
  /** Id that tells visitors apart. */
  distinct_id?: string
  /** Version of the SDK. */
  sdk_info?: string
  /** Operating system. */
  os?: string
  /** Version of the operating system. */
  os_version?: string
  /** User agent. */
  user_agent?: string
  /** Browser. */
  browser?: string
  /** Version of the browser. */
  browser_version?: string
  /** Id of the device; may be empty. */
  device_id?: string
  /** Width of the window in pixels. */
  window_width?: number
  /** Height of the window in pixels. */
  window_height?: number
  /** Resolution of the screen, `<width>*<height>` in pixels. */
  resolution?: string
  /** Time zone, an IANA name. */
  timezone?: string
  /** Language, a locale tag. */
  language?: string
  /** Preferred locale, a locale tag. */
  preferred_locale?: string
  /** URL of the page. */
  cur_url?: string
  /** URL of the page before it. */
  url_from?: string
  /** Id of the session. */
  session?: string
}

/** Asset detail; `size` in bytes, instants in epoch milliseconds. */
export interface AssetDetail {
  /** 0: in no approval; 1: an approval is in progress; 2: approved; 3: rejected. */
  approvalStatus: number
  /** Origin, numeric codes and instants of the asset. */
  materialOrigin: MaterialOrigin
  /** Kind of group or file type; `res_group` for a composite. */
  extension: string
  /** Importance; in the built-in seeds a rank from 0, not set, to 3. */
  importance: number
  /**
   * Collections with the asset that the acting user sees, ordered by id, at most 50.
   *
   * Items: A collection that holds the asset.
   */
  collectionInfo: {
    /** Id of the collection. */
    id: number
    /** Name of the collection. */
    groupName: string
  }[]
  /** Id of the user who changed the asset last. */
  updateUser: number
  /** When it was changed last, epoch milliseconds. */
  updateTime: number
  /** When it was created, epoch milliseconds. */
  createTime: number
  /** Tags, joined by commas. */
  tags: string
  /** Rights on the asset. */
  authInfoList: AuthInfo[]
  /** Code of a life cycle rule; empty for a new asset. */
  customerLifeCycleRuleTagCode: string
  /** Size in bytes, the sum over all parts. */
  size: number
  /** Files of the asset, in order; of a single file that file. */
  subResList: SubResource[]
}

/** `materialOrigin` of an asset. */
export interface MaterialOrigin {
  /** 1: meant for download; 0: not. It is no right. */
  isDownload: number
  /** Risk; in the built-in seeds a rank from 0, not set, to 3. */
  riskLevel: number
  /** Watermark; empty for a new asset. */
  watermark: string
  /** Id of the user who changed the asset last. */
  updateUser: number
  /** How often it was used as a template. */
  templateGenerateCount: number
  /** When it was changed last, epoch milliseconds. */
  updateTime: number
  /** 1: pinned; 0: not. */
  stickTop: number
  /** Numeric code, 0 in the built-in seeds. */
  dummy: number
  /** State of tagging; 1 is done in the built-in seeds. */
  assetTagStatus: number
  /** When it was created, epoch milliseconds. */
  createTime: number
  /** Numeric code, 0 in the built-in seeds. */
  maplexStatus: number
  /** Id of the user who created it. */
  createUser: number
  /** 1: an asset of the library. */
  isDam: number
  /** Id of the asset. */
  coreId: number
  /** Id of the asset, the same as coreId. */
  id: number
  /** URL that it was imported from; empty for other assets. */
  importUrl: string
  /** Visibility; seen: `ALL_VISIBLE`. */
  scenarioVisibility: string
  /** Code of ruleCheckStatus; 0 is `UNSUPPORTED_FORMAT`. */
  ruleCheckStatusCode: number
  /** State of analysis; 1 is done in the built-in seeds. */
  analysisStatus: number
  /** State of the rule check; seen: `UNSUPPORTED_FORMAT`. */
  ruleCheckStatus: string
  /** Numeric code, 0 in the built-in seeds. */
  status: number
}

/** A role of a user, department or dimension on the asset. */
export interface AuthInfo {
  /** 1: a user; 2: a department; 3: everyone. */
  unitType: number
  /** Id of the unit; 0 for everyone. */
  unitId: number
  /** Name of the unit; `Everyone` for everyone. */
  unitName: string
  /** Id of the role. */
  dataRoleId: number
  /** Name of the role. */
  dataRoleName: string
  /** Code of the role; seen: `ownerRole`. */
  dataRoleCode: string
  /** 1: the role may edit; 0: it may not. */
  editable: number
  /** Id of the asset. */
  materialId: number
}

/** A file of the asset; `duration` in milliseconds, `size` in bytes. */
export interface SubResource {
  /** Width of the picture that previews are made of, in pixels; null when it is not known. */
  thumbnailOriginWidth: number | null
  /** Height of the picture that previews are made of, in pixels; null when it is not known. */
  thumbnailOriginHeight: number | null
  /** File format, in lower case; `content_text` and `content_rtf` for texts. */
  extension: string
  /** Signed URL to save the file; null for a caller who may only view. */
  downloadUrl: string | null
  /** Number of pictures in a text; null: not counted. */
  picNum: number | null
  /** Number of films in a text; null: not counted. */
  videoNum: number | null
  /** Number of characters of a text; null: not counted. */
  textNum: number | null
  /** Number of words; null: not counted. */
  wordNum: number | null
  /** MD5 of the bytes, 32 hex digits; null when there are no bytes. */
  uniMd5: string | null
  /** Kind of file; seen: `content_text`, `content_rtf`, `picture`, `video`. */
  fileFormatType: string
  /** Signed URL of a preview of at most 400 x 400 pixels, or null. */
  thunder: string | null
  /** Signed URL of a preview of at most 1600 x 1600 pixels, or null. */
  thunderOrigin: string | null
  /** Signed URL of a preview of at most 128 x 128 pixels, or null. */
  iconThunder: string | null
  /** Title, or null. */
  title: string | null
  /** Media type, or the kind of a text; seen: `content_text`, `content_rtf`, `image/png`, `video/mp4`. */
  type: string
  /** Duration in milliseconds; null for what does not play. */
  duration: number | null
  /** 1: a PDF; 0: another file. */
  pdfStatus: number
  /** Path of the file. */
  path: string
  /** Signed URL of a preview, or null. */
  transformPreviewUrl: string | null
  /** Id of the file. */
  id: number
  /** Whether everybody may read the file. */
  publicRead: boolean
  /** Id of the file that is its thumbnail, or null. */
  thumbnailAssetId: number | null
  /** Id of the file that is its icon, or null. */
  iconAssetId: number | null
  /** Id of the asset that it was taken from, or null. */
  damId: number | null
  /** Height in pixels; null for what has no height. */
  height: number | null
  /** Width in pixels; null for what has no width. */
  width: number | null
  /** Second name, or null. */
  aliasName: string | null
  /** 0: a file; 1: a text. */
  resType: number
  /** Last part of path. */
  keyName: string
  /** When it was changed last, epoch milliseconds, or null. */
  updateTime: number | null
  /** When it was created, epoch milliseconds, or null. */
  createTime: number | null
  /** When baseText was changed last, epoch milliseconds; null without a text. */
  baseTextUpdateTime: number | null
  /** Signed URL to show the file, or null. */
  originalUrl: string | null
  /** Signed URL to show the file, or null. */
  url: string | null
  /** Signed URL to show the file, or null. */
  urlWithParam: string | null
  /** Ids of the files that were analysed with it, or null. */
  analysisAssetIds: null | unknown[]
  /** Size in bytes. */
  size: number
  /** Name of the file. */
  name: string
  /** Numeric code, 0 in the built-in seeds. */
  assetStatus: number
  /** Text or HTML of a text; null for files. */
  baseText: string | null
}

/** Approval task; instants in epoch milliseconds. */
export interface ApprovalTask {
  /** UUID of the task. */
  id: string
  /** Key of the step, the task key of E9; seen: `task1`, `task2`. */
  key: string
  /** Name of the approval. */
  processName: string
  /** Id of the approval, as text. */
  approvalId: string
  /** Category of the process definition; seen: `RESOURCE_PUBLISHMENT`, `PORTAL_PUBLISHMENT`. */
  processCategory: string
  /** Category of the task; seen: `APPROVAL`. */
  category: string
  /** Id of the user who submitted the objects. */
  submitter: number
  /** Id of the user who decides. */
  assignee: number
  /** When the task started, epoch milliseconds. */
  createTime: number
  /** When the task ended, epoch milliseconds; null while it is in progress. */
  endTime: number | null
  /** `IN_PROGRESS`, `APPROVED`, `REJECTED` or `WITHDRAWN`; only the first is seen. */
  approvalStatus: string
}

/** Portal content record, as E6 lists it. */
export interface PortalContent {
  /** Id of the content. */
  id: number
  /** Code of the portal, 32 upper-case hex digits. */
  portalId: string
  /** Id of the block that it is in. */
  blockId: number
  /** Id of the asset that is published. */
  coreId: number
  /** Name of the content. */
  name: string
  /** When the content was published; and by the codes of metadata fields the names of its values. */
  metadataInfo: {
    CUSTOMER_PORTAL_PUBLISH_TIME: number
    [attrCode: string]: number | string | string[]
  }
  /** Signed URL of the picture of the first sub-resource. */
  coverPicture: string
}

/** User simple info; `createTime` in epoch milliseconds. */
export interface UserSimpleInfo {
  /** Id of the user. */
  id: number
  /** E-mail address. */
  email: string
  /** Whether a phone number is known. */
  isExistPhone: boolean
  /** Name. */
  nickname: string
  /** Id of the department. */
  deptId: number
  /** Name of the department. */
  deptName: string
  /**
   * Dimension items of the user, ordered by id. Spelled this way in the document.
   *
   * Items: A dimension item of the user.
   */
  dimensionItemInfoLit: {
    /** Id of the dimension item. */
    id: number
    /** Name of the dimension item. */
    name: string
  }[]
  /** Signed URL of a picture. */
  avatar: string
  /** 1: the e-mail address is confirmed; 0: it is not. */
  verifyEmail: number
  /** Text that identifies the user. */
  uid: string
  /** 1: an active account; 0: a disabled one. */
  status: number
  /** 0: an account in use; 1: one that is logged out. */
  logoutStatus: number
  /** Kind of user; 1 for the owner of the application and 2 for others in the built-in seeds. */
  userType: number
  /** When the user was created, epoch milliseconds. */
  createTime: number
  /** Roles of the user; null by default. */
  roleList:
    | null
    | {
        /** Id of the role. */
        id: number
        /** Name of the role. */
        roleName: string
        /** Code of the role: `viewer`, `editor` or `administrator`. */
        roleCode: string
      }[]
  /** Id of the line manager; null without one. */
  lineManagerUserId: number | null
}

/** Member of a crowd pack. */
export interface CrowdMember {
  /** Id of the membership. */
  id: number
  /** Sign of the member, unique in its pack. */
  crowdUniqueSign: string
}

/** Portal content record, as E11 shows it. */
export interface PortalContentDetail {
  /** Id of the content. */
  id: number
  /** Code of the portal, 32 upper-case hex digits. */
  portalId: string
  /** Id of the block that it is in. */
  blockId: number
  /** Id of the asset that is published. */
  coreId: number
  /** Name of the content. */
  name: string
  /** When the content was published; and by the codes of metadata fields the names of its values. */
  metadataInfo: {
    CUSTOMER_PORTAL_PUBLISH_TIME: number
    [attrCode: string]: number | string | string[]
  }
  /** Signed URL of the picture of the first sub-resource. */
  coverPicture: string
  /** Text of the content. */
  contentText: string
  /** Signed URLs of pictures, one for every sub-resource of the asset, in order. */
  detailPictures: string[]
  /** When the content was published, epoch milliseconds. */
  publishTime: number
  /** Name of the button; empty without a button. */
  buttonName: string
  /** Link of the button; empty without a button. */
  buttonLinkUrl: string
}

/** Archive group, with the names of its ancestors as a path. */
export interface ArchiveGroup {
  /** Id of the group, which is one of a collection. */
  groupId: number
  /** Name of the group, the last segment of path. */
  name: string
  /** Slash-separated path of group codes, from the root down. */
  path: string
  /** Id of the root. */
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
