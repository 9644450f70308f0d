// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Fee, ICollection} from "../../../src/collection/ICollection.sol";
import {ICollection1155} from "../../../src/collection/ICollection1155.sol";
import {Collection1155Base} from "../../base/Collection1155Base.sol";
import {Vm} from "../../base/Vm.sol";

contract Texts1155Test is Collection1155Base {
    function test_ReadsThem() public view {
        vm.assertEq(editions.name(), "Editions", "official name");
        vm.assertEq(editions.symbol(), "EDI", "official symbol");
        vm.assertEq(ownEditions.name(), "Alice's Prints", "her name");
        vm.assertEq(ownEditions.symbol(), "PRINT", "her symbol");
        vm.assertEq(editions.contractURI(), "ipfs:/", "contract URI");
        vm.assertEq(tokens(editions).owner(), operator, "owner");
    }

    function test_RevertGiven_NoSuchId() public {
        vm.expectRevert(abi.encodeWithSelector(ICollection1155.CollectionTokenMissing.selector, 7));
        tokens(editions).uri(7);
    }

    /// [SOL-14]
    function test_ChangesThem() public {
        ICollection1155[2] memory both = [ownEditions, editions];
        for (uint256 i; i < 2; ++i) {
            ICollection1155 collection = both[i];
            mint(collection, alice, 7);
            vm.startPrank(tokens(collection).owner());
            vm.recordLogs();
            collection.setTokenURIPrefix("https://a.example");
            collection.setContractURI("ipfs://cover");
            Vm.Log[] memory logs = vm.getRecordedLogs();
            vm.assertEq(logs[0].topics[0], keccak256("BatchMetadataUpdate(uint256,uint256)"), "ERC-4906");
            vm.assertEq(keccak256(logs[0].data), keccak256(abi.encode(0, type(uint256).max)), "all of them");
            vm.assertEq(logs[1].topics[0], keccak256("ContractURIUpdated()"), "ERC-7572");
            vm.assertEq(tokens(collection).uri(7), string.concat("https://a.example", CID), "token URI");
            vm.assertEq(collection.contractURI(), "ipfs://cover", "contract URI");
            vm.stopPrank();
        }
    }

    /// [SOL-14] [SOL-15] [SOL-40]
    function test_RevertWhen_NotTheOwner() public {
        bytes memory why = abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", eve);
        vm.startPrank(eve);
        vm.expectRevert(why);
        ownEditions.setTokenURIPrefix("x");
        vm.expectRevert(why);
        ownEditions.setContractURI("x");
        vm.expectRevert(why);
        ownEditions.addSigner(eve);
        vm.expectRevert(why);
        ownEditions.removeSigner(miner);
        vm.stopPrank();
    }

    /// [SOL-15] [SOL-45] [SOL-46] [SOL-47]
    function test_SignersComeAndGo() public {
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionSignerExists.selector, miner));
        ownEditions.addSigner(miner);
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionSignerZero.selector));
        ownEditions.addSigner(address(0));
        ownEditions.removeSigner(miner);
        vm.assertTrue(!ownEditions.isSigner(miner), "removed");
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionSignerMissing.selector, miner));
        ownEditions.removeSigner(miner);
        ownEditions.addSigner(miner);
        vm.stopPrank();
        vm.prank(miner);
        ownEditions.renounceSigner();
        vm.assertTrue(!ownEditions.isSigner(miner), "let go");
    }

    function test_NamesSeveralRoyalties() public {
        Fee[] memory list = new Fee[](2);
        (list[0], list[1]) = (Fee(carol, 500), Fee(eve, 300));
        mint(editions, bob, 7, 10, list, CID);
        (address to, uint256 amount) = tokens(editions).royaltyInfo(7, 1 ether);
        vm.assertEq(to, address(0), "ERC-2981 can't say it");
        vm.assertEq(amount, 0, "nor how much");
        vm.assertEq(editions.getFeeRecipients(7)[1], eve, "listed");
        vm.assertEq(editions.getFeeBps(7)[1], 300, "with bps");
        (to, amount) = editions.fees(7, 1);
        vm.assertEq(to, eve, "as entry");
        vm.assertEq(amount, 300, "too");
    }

    /// [SOL-16] [SOL-41]
    function test_OwnershipPasses() public {
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSignature("OwnableInvalidOwner(address)", address(0)));
        tokens(ownEditions).transferOwnership(address(0));
        tokens(ownEditions).transferOwnership(bob);
        vm.stopPrank();
        vm.prank(bob);
        ownEditions.addSigner(miner);
        mint(ownEditions, bob, 7);
        vm.prank(bob);
        tokens(ownEditions).renounceOwnership();
        bytes memory why = abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", bob);
        mintReverts(ownEditions, bob, 8, 1, noFees(), CID, why);
    }

    function test_AnswersInterfaces() public view {
        bytes4[6] memory known = [bytes4(0x01ffc9a7), 0xd9b67a26, 0x0e89341c, 0x2a55205a, 0xb7799584, 0xe8a3d485];
        for (uint256 i; i < known.length; ++i) {
            vm.assertTrue(tokens(ownEditions).supportsInterface(known[i]), "known");
            vm.assertTrue(tokens(editions).supportsInterface(known[i]), "official too");
        }
        vm.assertTrue(!tokens(editions).supportsInterface(0x80ac58cd), "no ERC721");
        vm.assertTrue(!tokens(editions).supportsInterface(0xffffffff), "nor nothing");
    }
}
