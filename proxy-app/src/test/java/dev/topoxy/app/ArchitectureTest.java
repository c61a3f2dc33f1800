package dev.topoxy.app;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;

/** The directions in which modules and packages may depend on each other. */
@AnalyzeClasses(packages = "dev.topoxy", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final DescribedPredicate<JavaClass> FILTERS = resideInAPackage("dev.topoxy.filters..");

    @ArchTest
    static final ArchRule core_knows_nobody = noClasses()
            .that()
            .resideInAPackage("dev.topoxy.core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.topoxy.filters..", "dev.topoxy.plugin..", "dev.topoxy.app..");

    @ArchTest
    static final ArchRule filters_do_not_know_the_app = noClasses()
            .that()
            .resideInAnyPackage("dev.topoxy.filters..", "dev.topoxy.plugin..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.topoxy.app..");

    /** The base class for plugin authors is built on the push tracking of the filters, and hides it. */
    @ArchTest
    static final ArchRule the_plugin_interface_stands_apart_from_the_relay_and_the_flow = noClasses()
            .that()
            .resideInAPackage("dev.topoxy.plugin..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("dev.topoxy.core..", "io.netty..")
                    .or(FILTERS.and(not(resideInAPackage("dev.topoxy.filters.push..")))))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule a_plugin_author_meets_no_class_of_the_filters = noMethods()
            .that()
            .areDeclaredInClassesThat()
            .resideInAPackage("dev.topoxy.plugin..")
            .and()
            .areNotPrivate()
            .should()
            .haveRawReturnType(FILTERS)
            .orShould()
            .haveRawParameterTypes(anyElementThat(FILTERS))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule packages_of_the_core_build_on_each_other_in_one_direction =
            slices().matching("dev.topoxy.core.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule packages_of_the_filters_build_on_each_other_in_one_direction =
            slices().matching("dev.topoxy.filters.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule packages_of_the_app_build_on_each_other_in_one_direction =
            slices().matching("dev.topoxy.app.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule wire_is_the_ground = noClasses()
            .that()
            .resideInAPackage("dev.topoxy.core.wire..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.topoxy.core.frame..",
                    "dev.topoxy.core.address..",
                    "dev.topoxy.core.filter..",
                    "dev.topoxy.core.session..",
                    "dev.topoxy.core.server..");

    @ArchTest
    static final ArchRule frames_know_no_session = noClasses()
            .that()
            .resideInAnyPackage("dev.topoxy.core.frame..", "dev.topoxy.core.address..", "dev.topoxy.core.filter..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.topoxy.core.session..", "dev.topoxy.core.server..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule a_session_knows_no_server = noClasses()
            .that()
            .resideInAPackage("dev.topoxy.core.session..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.topoxy.core.server..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule only_the_command_writes_to_standard_streams = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(Topoxy.class.getName())
            .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);

    @ArchTest
    static final ArchRule the_schema_is_read_by_the_configuration_only = classes()
            .that()
            .haveFullyQualifiedName("dev.topoxy.app.config.Schema")
            .should()
            .bePackagePrivate();
}
