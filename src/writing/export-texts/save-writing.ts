import { makeZip } from 'client-zip';
import { type Gathered, type Gatherer, gatherWriting, nothingGathered } from './gather-writing.ts';

/**
 * Makes a zip file of all that an author has written. Without a network, it has only the parts on this device.
 *
 * @param onProgress called with a summary of the content so far.
 * @returns the file, and a summary of its content.
 * @throws the signal's reason
 */
export async function saveWriting(
  author: Gatherer,
  signal: AbortSignal,
  onProgress: (gathered: Gathered) => void = () => undefined,
): Promise<Gathered & { file: File }> {
  const gathered = nothingGathered();
  const files = async function* () {
    for await (const file of gatherWriting(author, gathered, signal)) {
      onProgress({ ...gathered, files: { ...gathered.files } });
      yield file;
    }
  };
  // A browser may keep a large blob on disk, outside of memory.
  const blob = await new Response(makeZip(files())).blob();
  const name = `storyline-${new Date().toISOString().slice(0, 10)}.zip`;
  return { file: new File([blob], name, { type: 'application/zip' }), ...gathered };
}
