// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICollection721} from "../../../src/collection/ICollection721.sol";
import {CollectionBase} from "../../base/CollectionBase.sol";
import {Vm} from "../../base/Vm.sol";

contract TextsTest is CollectionBase {
    function test_ReadsThem() public view {
        vm.assertEq(items(official).name(), "Plinth", "official name");
        vm.assertEq(items(official).symbol(), "PLINTH", "official symbol");
        vm.assertEq(official.contractURI(), "ipfs:/", "official contract URI");
        vm.assertEq(official.tokenURIPrefix(), "ipfs:/", "official prefix");
        vm.assertEq(items(official).owner(), operator, "official owner");
    }

    /// [SOL-14]
    function test_ChangesThem() public {
        ICollection721[2] memory both = [own, official];
        for (uint256 i; i < 2; ++i) {
            ICollection721 collection = both[i];
            mint(collection, alice, 7);
            vm.startPrank(items(collection).owner());
            vm.recordLogs();
            collection.setTokenURIPrefix("https://a.example");
            collection.setContractURI("ipfs://cover");
            Vm.Log[] memory logs = vm.getRecordedLogs();
            vm.assertEq(logs[0].topics[0], keccak256("BatchMetadataUpdate(uint256,uint256)"), "ERC-4906");
            vm.assertEq(logs[1].topics[0], keccak256("ContractURIUpdated()"), "ERC-7572");
            vm.assertEq(items(collection).tokenURI(7), string.concat("https://a.example", CID), "token URI");
            vm.assertEq(collection.contractURI(), "ipfs://cover", "contract URI");
            collection.setTokenURIPrefix("");
            collection.setContractURI("");
            vm.assertEq(collection.tokenURIPrefix(), "", "empty is a choice");
            vm.assertEq(collection.contractURI(), "", "here too");
            vm.stopPrank();
        }
    }

    /// [SOL-14] [SOL-40]
    function test_RevertWhen_NotTheOwner() public {
        bytes memory why = abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", eve);
        vm.startPrank(eve);
        vm.expectRevert(why);
        own.setTokenURIPrefix("x");
        vm.expectRevert(why);
        own.setContractURI("x");
        vm.stopPrank();
    }

    /// [SOL-16] [SOL-41]
    function test_OwnershipPasses() public {
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSignature("OwnableInvalidOwner(address)", address(0)));
        items(own).transferOwnership(address(0));
        items(own).transferOwnership(bob);
        vm.stopPrank();
        vm.prank(bob);
        own.addSigner(miner);
        mint(own, bob, 7);
        vm.prank(bob);
        items(own).renounceOwnership();
        vm.assertEq(items(own).owner(), address(0), "renounced");
        mintReverts(own, bob, 8, noFees(), CID, abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", bob));
    }

    function test_AnswersInterfaces() public view {
        bytes4[7] memory known =
            [bytes4(0x01ffc9a7), 0x80ac58cd, 0x5b5e139f, 0x2a55205a, 0x49064906, 0xb7799584, 0xe8a3d485];
        for (uint256 i; i < known.length; ++i) {
            vm.assertTrue(items(own).supportsInterface(known[i]), "known");
        }
        vm.assertTrue(!items(own).supportsInterface(0x780e9d63), "not enumerable");
        vm.assertTrue(!items(own).supportsInterface(0xffffffff), "nor nothing");
    }
}
