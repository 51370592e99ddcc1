/** Lists of media that FFmpeg knows beside HLS, and opens each medium of by its own URL. */

/** What a server answers by path, where the list leads to the URL. */
type List = (url: string) => Record<string, string>;

/** IMF, SMPTE ST 2067. */
const composition = `<?xml version="1.0" encoding="UTF-8"?>
<CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016">
<Id>urn:uuid:11111111-1111-1111-1111-111111111111</Id><ContentTitle>x</ContentTitle>
<EditRate>25 1</EditRate><SegmentList><Segment>
<Id>urn:uuid:22222222-2222-2222-2222-222222222222</Id><SequenceList>
<cc:MainImageSequence xmlns:cc="http://www.smpte-ra.org/schemas/2067-2/2016">
<Id>urn:uuid:33333333-3333-3333-3333-333333333333</Id>
<TrackId>urn:uuid:44444444-4444-4444-4444-444444444444</TrackId><ResourceList>
<Resource xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="TrackFileResourceType">
<Id>urn:uuid:55555555-5555-5555-5555-555555555555</Id><EditRate>25 1</EditRate>
<IntrinsicDuration>100</IntrinsicDuration>
<TrackFileId>urn:uuid:66666666-6666-6666-6666-666666666666</TrackFileId></Resource>
</ResourceList></cc:MainImageSequence></SequenceList></Segment></SegmentList>
</CompositionPlaylist>`;

const assetMap = (path: string) => `<?xml version="1.0" encoding="UTF-8"?>
<AssetMap xmlns="http://www.smpte-ra.org/schemas/429-9/2007/AM"><AssetList><Asset>
<Id>urn:uuid:66666666-6666-6666-6666-666666666666</Id>
<ChunkList><Chunk><Path>${path}</Path></Chunk></ChunkList>
</Asset></AssetList></AssetMap>`;

const dash = (url: string) => `<MPD type="static" mediaPresentationDuration="PT4S"><Period>
<AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${url}/x.mp4</BaseURL>
</Representation></AdaptationSet></Period></MPD>`;

export const mediaLists: Readonly<Record<string, List>> = {
  IMF: (url) => ({ '/list': composition, '/ASSETMAP.xml': assetMap(url) }),
  DASH: (url) => ({ '/list': dash(url) }),
  'joined files': (url) => ({ '/list': `ffconcat version 1.0\nfile ${url}\n` }),
};
