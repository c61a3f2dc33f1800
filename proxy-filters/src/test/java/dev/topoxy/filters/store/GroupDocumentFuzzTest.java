package dev.topoxy.filters.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;

/** What is found in a store's files or records is a document or damaged, and both ways of reading it agree. */
class GroupDocumentFuzzTest {

    @FuzzTest(maxDuration = "3s")
    @Timeout(10)
    void any_bytes_are_a_document_or_damaged(byte[] bytes) throws DamagedDocumentException {
        Optional<GroupSummary> summary = summary(bytes);
        Optional<GroupDocument> document = document(bytes);
        if (document.isPresent()) {
            GroupDocument read = document.get();
            assertThat(GroupDocumentJson.read(GroupDocumentJson.write(read))).contains(read);
            assertThat(PackedDocument.of(read).unpack()).contains(read);
            assertThat(GroupFileName.isOne(GroupFileName.of(read.groupId()))).isTrue();
            assertThat(GroupSummaryJson.read(GroupDocumentJson.write(read))).contains(read.summary());
        }
        summary.ifPresent(read -> assertThat(GroupFileName.isOne(GroupFileName.of(read.groupId())))
                .isTrue());
    }

    private static Optional<GroupSummary> summary(byte[] bytes) {
        try {
            return GroupSummaryJson.read(bytes);
        } catch (DamagedDocumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<GroupDocument> document(byte[] bytes) {
        try {
            return GroupDocumentJson.read(bytes);
        } catch (DamagedDocumentException e) {
            return Optional.empty();
        }
    }
}
