// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection} from "../../../src/collection/ICollection.sol";
import {Collection1155Base} from "../../base/Collection1155Base.sol";

contract Approve1155Test is Collection1155Base {
    /// [SOL-10] [SOL-36]
    function test_RevertWhen_TheCallerIsNamed() public {
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionApprovalToCaller.selector, bob));
        vm.prank(bob);
        tokens(editions).setApprovalForAll(bob, true);
    }

    function test_RevertWhen_ZeroIsNamed() public {
        vm.expectRevert(abi.encodeWithSignature("ERC1155InvalidOperator(address)", address(0)));
        vm.prank(bob);
        tokens(editions).setApprovalForAll(address(0), true);
    }

    /// [SOL-17]
    function test_ApprovesAndTakesItBack() public {
        vm.startPrank(bob);
        tokens(editions).setApprovalForAll(carol, true);
        vm.assertTrue(tokens(editions).isApprovedForAll(bob, carol), "approved");
        tokens(editions).setApprovalForAll(carol, false);
        vm.assertTrue(!tokens(editions).isApprovedForAll(bob, carol), "no more");
        vm.stopPrank();
    }
}
