// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {Collection1155Base} from "../../base/Collection1155Base.sol";
import {Vm} from "../../base/Vm.sol";

contract Burn1155Test is Collection1155Base {
    function setUp() public override {
        super.setUp();
        mint(editions, bob, 7, 10, oneFee(carol, 500), CID);
        mint(editions, bob, 8, 10, oneFee(carol, 500), "/a text");
    }

    /// [SOL-17] [TX-18]
    function test_GivenUnitsRemain() public {
        vm.recordLogs();
        vm.prank(bob);
        editions.burn(bob, 7, 3);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 1, "one log");
        vm.assertEq(logs[0].topics[3], bytes32(0), "to the zero address");
        vm.assertEq(tokens(editions).balanceOf(bob, 7), 7, "balance");
        vm.assertEq(editions.totalSupply(7), 7, "supply");
        vm.assertEq(tokens(editions).uri(7), string.concat("ipfs:/", CID), "uri");
        vm.assertEq(editions.getFeeBps(7)[0], 500, "royalty");
    }

    function test_GivenNoneRemains() public {
        vm.startPrank(bob);
        for (uint256 id = 7; id <= 8; ++id) {
            editions.burn(bob, id, 4);
            editions.burn(bob, id, 6);
            vm.assertEq(editions.totalSupply(id), 0, "supply");
            vm.assertEq(editions.getFeeBps(id).length, 0, "royalty");
            vm.assertEq(editions.creators(id), bob, "creator");
            vm.expectRevert(abi.encodeWithSelector(ICollection1155.CollectionTokenMissing.selector, id));
            tokens(editions).uri(id);
        }
        vm.stopPrank();
    }

    function test_ByAnOperator() public {
        vm.prank(bob);
        tokens(editions).setApprovalForAll(carol, true);
        vm.prank(carol);
        editions.burn(bob, 7, 10);
        vm.assertEq(editions.totalSupply(7), 0, "supply");
    }

    /// [SOL-17] [SOL-34]
    function test_RevertWhen_TheCallerMayNot() public {
        vm.expectRevert(abi.encodeWithSignature("ERC1155MissingApprovalForAll(address,address)", eve, bob));
        vm.prank(eve);
        editions.burn(bob, 7, 1);
    }

    /// [SOL-43]
    function test_RevertWhen_TheOwnerHoldsLess() public {
        bytes4 why = bytes4(keccak256("ERC1155InsufficientBalance(address,uint256,uint256,uint256)"));
        vm.expectRevert(abi.encodeWithSelector(why, bob, 10, 11, 7));
        vm.prank(bob);
        editions.burn(bob, 7, 11);
        vm.expectRevert(abi.encodeWithSelector(why, eve, 0, 1, 7));
        vm.prank(eve);
        editions.burn(eve, 7, 1);
    }

    /// Nothing of nothing: no id appears, none disappears.
    function test_WhenTheValueIsZero() public {
        vm.prank(eve);
        editions.burn(eve, 99, 0);
        vm.assertEq(editions.totalSupply(99), 0, "none");
        vm.prank(eve);
        editions.burn(eve, 7, 0);
        vm.assertEq(tokens(editions).uri(7), string.concat("ipfs:/", CID), "untouched");
        mint(editions, eve, 99);
    }

    function testFuzz_CountsDown(uint256 first, uint256 second) public {
        first = bound(first, 0, 10);
        second = bound(second, 0, 10 - first);
        vm.startPrank(bob);
        tokens(editions).safeTransferFrom(bob, alice, 7, second, "");
        editions.burn(bob, 7, first);
        vm.stopPrank();
        vm.prank(alice);
        editions.burn(alice, 7, second);
        vm.assertEq(editions.totalSupply(7), 10 - first - second, "supply");
        vm.assertEq(tokens(editions).balanceOf(bob, 7), 10 - first - second, "balance");
    }
}
