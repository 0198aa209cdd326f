import { imagesNamedIn } from '../../../contract/named-images.ts';
import { callPaths } from '../../../contract/paths.ts';
import type { NewPost } from '../../../contract/posts.ts';
import { TextField } from '../../components/TextField.tsx';
import { lengthHint } from '../../text/too-long.ts';
import { AddPicture } from './AddPicture.tsx';
import { ContentField } from './ContentField.tsx';
import { CoverPicture } from './CoverPicture.tsx';
import type { EditorPictures } from './useEditorPictures.ts';
import { canAddPictures, chosenFiles } from './usePictures.ts';

interface PostFieldsProps {
  post: NewPost;
  change: (fields: Partial<NewPost>) => void;
  pictures: EditorPictures;
  ids: { cover: string; content: string };
  isReadOnly: boolean;
}

/** The three fields of a post, with the buttons that add pictures to them. */
export function PostFields({ post, change, pictures, ids, isReadOnly }: PostFieldsProps) {
  const { cover, inText, shared } = pictures;
  const coverName = nameOfImage(post.imgUrl);
  return (
    <>
      <TextField
        label="Blog Heading"
        dir="auto"
        hint={lengthHint('title', post.title)}
        value={post.title}
        readOnly={isReadOnly}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextField
        label="Image URL"
        id={ids.cover}
        hidden={coverName !== undefined}
        hint={lengthHint('imgUrl', post.imgUrl)}
        value={post.imgUrl}
        readOnly={isReadOnly}
        onChange={({ target }) => change({ imgUrl: target.value })}
      >
        {coverName !== undefined && (
          <CoverPicture name={coverName} isDisabled={isReadOnly} onRemove={pictures.removeCover} />
        )}
        {canAddPictures() && (
          <AddPicture pictures={cover} labelledBy={`${ids.cover}-label`} isMultiple={false} isDisabled={isReadOnly} />
        )}
      </TextField>
      <ContentField
        id={ids.content}
        field={pictures.content}
        value={post.content}
        readOnly={isReadOnly}
        onChange={(content) => change({ content })}
        onPictures={canAddPictures() ? (files) => inText.add(chosenFiles(files)) : undefined}
      >
        {canAddPictures() ? (
          <AddPicture
            pictures={inText}
            labelledBy={`${ids.content}-label`}
            isMultiple
            isDisabled={isReadOnly}
            names={imagesNamedIn({ imgUrl: '', content: post.content })}
            onRemove={pictures.removeFromText}
            leftOut={shared.leftOut}
          />
        ) : (
          shared.leftOut.map((words) => (
            <p key={words} className="form-error" role="alert">
              {words}
            </p>
          ))
        )}
      </ContentField>
    </>
  );
}

/** Returns the name of an uploaded image if `imgUrl` is its address and nothing else. */
function nameOfImage(imgUrl: string): string | undefined {
  const [name = ''] = imagesNamedIn({ imgUrl, content: '' });
  return name !== '' && imgUrl === callPaths.image(name) ? name : undefined;
}
