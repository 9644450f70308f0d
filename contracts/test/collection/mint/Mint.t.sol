// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Sig} from "../../../src/exchange/OrderTypes.sol";
import {ICollection} from "../../../src/collection/ICollection.sol";
import {Fee, ICollection721} from "../../../src/collection/ICollection721.sol";
import {CollectionBase} from "../../base/CollectionBase.sol";
import {HostilePayee} from "../../base/Hostile.sol";
import {Vm} from "../../base/Vm.sol";

contract MintTest is CollectionBase {
    function voucherReverts(ICollection721 collection, address minter, uint256 id, Sig memory sig) private {
        vm.expectRevert(abi.encodeWithSelector(ICollection.CollectionVoucherInvalid.selector, id, minter));
        vm.prank(minter);
        collection.mint(id, sig.v, sig.r, sig.s, noFees(), CID);
    }

    /// [TX-12] [SOL-06] [SOL-22]
    function test_WhenOfficial() public {
        mint(official, bob, 7);
        vm.assertEq(items(official).ownerOf(7), bob, "owner");
        vm.assertEq(items(official).tokenURI(7), string.concat("ipfs:/", CID), "uri");
        vm.assertEq(official.totalSupply(), 1, "supply");
    }

    function test_WhenOwnerOfAUsersCollection() public {
        mint(own, alice, 7);
        vm.assertEq(items(own).ownerOf(7), alice, "owner");
    }

    /// [SOL-42]
    function test_RevertWhen_NotOwnerOfAUsersCollection() public {
        bytes memory why = abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", bob);
        mintReverts(own, bob, 7, noFees(), CID, why);
    }

    /// [SOL-03]
    function test_RevertWhen_TheUriIsEmpty() public {
        mintReverts(official, bob, 7, noFees(), "", abi.encodeWithSelector(ICollection.CollectionUriEmpty.selector));
    }

    /// [SOL-06] [SOL-37]
    function test_RevertWhen_AnotherSigned() public {
        voucherReverts(official, bob, 7, signed(EVE_KEY, official.mintDigest(7, bob)));
        voucherReverts(official, bob, 7, none());
        voucherReverts(official, bob, 7, mirrored(voucher(official, 7, bob)));
    }

    function test_RevertWhen_TheVoucherIsForSomethingElse() public {
        voucherReverts(official, bob, 7, voucher(official, 8, bob));
        voucherReverts(official, bob, 7, voucher(official, 7, eve));
        voucherReverts(official, bob, 7, voucher(own, 7, bob));
        Sig memory sig = voucher(official, 7, bob);
        vm.chainId(31338);
        voucherReverts(official, bob, 7, sig);
    }

    function test_RevertGiven_TheSignerIsRemoved() public {
        Sig memory sig = voucher(own, 7, alice);
        vm.prank(alice);
        own.removeSigner(miner);
        voucherReverts(own, alice, 7, sig);
    }

    /// [SOL-01] [SOL-32]
    function test_RevertGiven_Minted() public {
        mint(official, bob, 7);
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, 7);
        mintReverts(official, eve, 7, noFees(), CID, why);
    }

    /// A burnt id never comes back, whether its uri was a CID or a text.
    function test_RevertGiven_Burnt() public {
        mint(official, bob, 7);
        mint(official, bob, 8, noFees(), "/anything");
        vm.startPrank(bob);
        official.burn(7);
        official.burn(8);
        vm.stopPrank();
        for (uint256 id = 7; id <= 8; ++id) {
            bytes memory why = abi.encodeWithSelector(ICollection.CollectionTokenAlreadyMinted.selector, id);
            mintReverts(official, bob, id, noFees(), CID, why);
        }
    }

    /// [SOL-04] [SOL-38] [DATA-52]
    function test_RevertWhen_ARecipientIsZero() public {
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionFeeRecipientZero.selector, 0);
        mintReverts(official, bob, 7, oneFee(address(0), 1), CID, why);
    }

    /// [SOL-05] [SOL-39] [DATA-52]
    function test_RevertWhen_AFeeIsZero() public {
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionFeeZero.selector, 0);
        mintReverts(official, bob, 7, oneFee(bob, 0), CID, why);
    }

    function test_RevertWhen_FeesAreAboveTheCap() public {
        bytes memory why = abi.encodeWithSelector(ICollection.CollectionFeesAboveCap.selector, 1001, 1000);
        mintReverts(official, bob, 7, oneFee(bob, 1001), CID, why);
        Fee[] memory two = new Fee[](2);
        (two[0], two[1]) = (Fee(bob, 500), Fee(eve, 501));
        mintReverts(official, bob, 7, two, CID, why);
        mint(official, bob, 7, oneFee(bob, 1000), CID);
    }

    function test_RevertWhen_FeesAreTooMany() public {
        Fee[] memory six = new Fee[](6);
        for (uint256 i; i < 6; ++i) {
            six[i] = Fee(bob, 1);
        }
        mintReverts(official, bob, 7, six, CID, abi.encodeWithSelector(ICollection.CollectionFeesTooMany.selector, 6, 5));
    }

    /// [SOL-31]
    function test_RevertWhen_TheMinterIsZero() public {
        bytes memory why = abi.encodeWithSignature("ERC721InvalidReceiver(address)", address(0));
        mintReverts(official, address(0), 7, noFees(), CID, why);
    }

    /// [SOL-35]
    function test_RevertWhen_TheMinterTakesNoItems() public {
        HostilePayee minter = new HostilePayee();
        Sig memory sig = voucher(official, 7, address(minter));
        bytes memory call = abi.encodeCall(ICollection721.mint, (7, sig.v, sig.r, sig.s, noFees(), CID));
        minter.refuseItems();
        vm.expectRevert(abi.encodeWithSignature("ERC721InvalidReceiver(address)", minter));
        minter.act(address(official), call);
    }

    function test_LogsTransferThenFees() public {
        Sig memory sig = voucher(official, 7, bob);
        vm.recordLogs();
        vm.prank(bob);
        official.mint(7, sig.v, sig.r, sig.s, oneFee(carol, 500), CID);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 2, "two");
        vm.assertEq(logs[0].topics[0], keccak256("Transfer(address,address,uint256)"), "Transfer");
        vm.assertEq(logs[1].topics[0], 0x99aba1d63749cfd5ad1afda7c4663840924d54eb5f005bbbeadedc6ec13674b2, "SecondarySaleFees");
        address[] memory recipients = new address[](1);
        uint256[] memory bps = new uint256[](1);
        (recipients[0], bps[0]) = (carol, 500);
        vm.assertEq(keccak256(logs[1].data), keccak256(abi.encode(uint256(7), recipients, bps)), "fees");
    }

    function test_SelectorsAreDocumented() public pure {
        vm.assertEq(bytes32(ICollection721.mint.selector), bytes32(bytes4(0x672a9400)), "mint");
        vm.assertEq(bytes32(ICollection721.burn.selector), bytes32(bytes4(0x42966c68)), "burn");
    }

    /// Whatever the uri, the item answers it to the letter: CIDs of both codecs, near misses and free text.
    function test_KeepsUris() public {
        string[18] memory uris = [
            CID,
            "/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",
            "/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvykv",
            "/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyk1",
            "/BAFKREIHDWDCEFGH4DQKJV67UZCMW7OJEE6XEDZDETOJUZJEVTENXQUVYKU",
            "/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyk",
            "/bagaaierasords4njcts6vs7qvdjfcvgnume4hqohf65zsfguprqphs3icwea",
            "/ipfs/QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKPbdG",
            "x",
            // Digests 0 and 1 of both codecs, which the word can't say.
            "/bafkreiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "/bafkreiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaae",
            "/bafybeiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
            "/bafybeiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaae",
            // dag-cbor, libp2p-key, blake2b, 60 characters of nothing, and of no UTF-8.
            "/bafyreigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",
            "/bafzbeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi",
            "/bafk2bzacigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fb",
            "                                                            ",
            string(abi.encodePacked(bytes32(type(uint256).max), bytes28(type(uint224).max)))
        ];
        for (uint256 i; i < uris.length; ++i) {
            mint(official, bob, 100 + i, noFees(), uris[i]);
            vm.assertEq(items(official).tokenURI(100 + i), string.concat("ipfs:/", uris[i]), "to the letter");
            mint(official, bob, 200 + i, oneFee(carol, 500), uris[i]);
            vm.assertEq(items(official).tokenURI(200 + i), string.concat("ipfs:/", uris[i]), "with royalty");
        }
    }

    /// What stands beside "2" to "7" and "a" to "z", and bytes that are no ASCII.
    function test_KeepsCharactersBesideTheAlphabet() public {
        bytes8 beside = 0x3138607b4180b1e1;
        for (uint256 i; i < beside.length; ++i) {
            for (uint256 place = 2; place < 60; ++place) {
                bytes memory text = bytes(string.concat(CID));
                text[place] = beside[i];
                mint(official, bob, 100 * i + place, noFees(), string(text));
                vm.assertEq(items(official).tokenURI(100 * i + place), string.concat("ipfs:/", string(text)), "to the letter");
            }
        }
    }

    /// A CID with any one byte changed is kept as it is, too.
    function testFuzz_KeepsNearCids(uint256 place, bytes1 char, bool isDag) public {
        bytes memory text = bytes(isDag ? "/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi" : CID);
        text[place % text.length] = char;
        mint(official, bob, 1, noFees(), string(text));
        vm.assertEq(items(official).tokenURI(1), string.concat("ipfs:/", string(text)), "to the letter");
    }

    function testFuzz_KeepsAnyText(string calldata text, uint16 length) public {
        vm.assume(bytes(text).length != 0);
        string memory long = string(abi.encodePacked(text, new bytes(length % 2048)));
        mint(official, bob, 1, noFees(), long);
        vm.assertEq(items(official).tokenURI(1), string.concat("ipfs:/", long), "to the letter");
    }

    /// Any 58 characters of the alphabet, whatever bits they hold.
    function testFuzz_KeepsBase32(bytes32 seed, bool isDag) public {
        bytes memory text = bytes(isDag ? "/bafybei" : "/bafkrei");
        for (uint256 i; i < 52; ++i) {
            text = abi.encodePacked(text, bytes32("abcdefghijklmnopqrstuvwxyz234567")[uint256(keccak256(abi.encode(seed, i))) % 32]);
        }
        mint(official, bob, 1, noFees(), string(text));
        vm.assertEq(items(official).tokenURI(1), string.concat("ipfs:/", string(text)), "to the letter");
    }
}
