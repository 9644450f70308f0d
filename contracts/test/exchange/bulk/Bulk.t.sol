// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {Order, Sig} from "../../../src/exchange/OrderTypes.sol";
import {VoucherBase} from "../../base/VoucherBase.sol";
import {Answer, Wallet} from "../../base/Wallet.sol";

/// @notice Alice signs a tree of sales once.
contract BulkTest is VoucherBase {
    bytes32 private constant MAGIC = keccak256("Plinth bulk signature");

    function setUp() public override {
        super.setUp();
        for (uint256 id = 100; id < 104; ++id) nft.give(alice, id);
    }

    /// Sale `place` of a tree; of those beyond the fourth nothing is there.
    function sale(uint256 place) private view returns (Order memory order) {
        order = aSale();
        order.key.salt = saltOf(20 + place);
        order.key.sellAsset.tokenId = 100 + place;
    }

    function leaves(uint256 height) private view returns (bytes32[] memory list) {
        list = new bytes32[](1 << height);
        for (uint256 i; i < list.length; ++i) list[i] = exchange.hashOrder(sale(i));
    }

    function pair(bytes32 left, bytes32 right) private pure returns (bytes32) {
        return keccak256(bytes.concat(left, right));
    }

    function above(bytes32[] memory nodes) private pure returns (bytes32[] memory next) {
        next = new bytes32[](nodes.length / 2);
        for (uint256 i; i < next.length; ++i) next[i] = pair(nodes[2 * i], nodes[2 * i + 1]);
    }

    function rootOf(bytes32[] memory nodes) private pure returns (bytes32) {
        while (nodes.length > 1) nodes = above(nodes);
        return nodes[0];
    }

    function proofOf(bytes32[] memory nodes, uint256 place) private pure returns (bytes memory proof) {
        for (; nodes.length > 1; (nodes, place) = (above(nodes), place / 2)) proof = bytes.concat(proof, nodes[place ^ 1]);
    }

    /// What a wallet signs: typed data of `height` levels.
    function digestOf(uint256 height, bytes32 root) private view returns (bytes32) {
        bytes memory text = "BulkOrder(Order";
        for (uint256 i; i < height; ++i) text = bytes.concat(text, "[2]");
        bytes32 typeHash = keccak256(
            bytes.concat(
                text,
                " tree)Asset(address token,uint256 tokenId,uint8 assetType)Order(address owner,uint256 salt,uint256 validFrom,uint256 validUntil,uint256 maxBuyerFee,Asset sellAsset,Asset buyAsset,uint256 selling,uint256 buying,uint256 sellerFee)"
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", separator(), keccak256(abi.encode(typeHash, root))));
    }

    function separator() private view returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Plinth Exchange"),
                keccak256("1"),
                block.chainid,
                address(exchange)
            )
        );
    }

    function wrapped(bytes memory inner, bytes memory proof, uint256 place, uint256 height) private pure returns (bytes memory) {
        return abi.encodePacked(inner, proof, uint16(place), uint8(height), MAGIC);
    }

    /// Alice's signature of the tree of this height, for the sale `place`.
    function bulk(uint256 height, uint256 place) private view returns (bytes memory) {
        bytes32[] memory nodes = leaves(height);
        return wrapped(joined(signed(ALICE_KEY, digestOf(height, rootOf(nodes)))), proofOf(nodes, place), place, height);
    }

    function buyBy(Order memory order, bytes memory signature) private {
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, signature, FEE, none(), 1, address(0));
    }

    function fails(Order memory order, bytes memory signature, bytes memory why) private {
        vm.expectRevert(why);
        buyBy(order, signature);
    }

    function unsigned(Order memory order, bytes memory signature) private {
        fails(order, signature, abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, order.key.owner));
    }

    /// [BULK-03]
    function test_WhenALeafIsBought() public {
        for (uint256 place; place < 4; ++place) {
            buyBy(sale(place), bulk(2, place));
            vm.assertEq(nft.ownerOf(100 + place), bob, "item");
        }
        vm.assertEq(alice.balance, 4 * 0.975 ether, "proceeds");
    }

    /// [BULK-02] Two to 1,024 orders.
    function test_WhenTheTreeIsOfAnyHeight() public {
        for (uint256 height = 1; height <= 10; ++height) {
            uint256 snapshot = vm.snapshotState();
            uint256 last = (1 << height) - 1;
            if (last > 3) nft.give(alice, 100 + last);
            buyBy(sale(last), bulk(height, last));
            vm.assertEq(nft.ownerOf(100 + last), bob, "item");
            vm.revertToState(snapshot);
        }
    }

    /// [BULK-02] Each stands, and ends, alone.
    function test_WhenOneLeafIsOver() public {
        vm.prank(alice);
        exchange.cancel(sale(0).key);
        fails(sale(0), bulk(2, 0), abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, alice, 20));
        buyBy(sale(1), bulk(2, 1));
        fails(sale(1), bulk(2, 1), abi.encodeWithSelector(IExchange.ExchangeOrderSpent.selector, alice, 21));
        buyBy(sale(2), bulk(2, 2));
    }

    function test_WhenAContractSigned() public {
        Wallet wallet = new Wallet(alice);
        nft.give(address(wallet), 200);
        wallet.act(address(nft), abi.encodeCall(nft.setApprovalForAll, (address(proxy), true)));
        Order memory order = sale(0);
        (order.key.owner, order.key.sellAsset.tokenId) = (address(wallet), 200);
        bytes32[] memory nodes = leaves(3);
        nodes[5] = exchange.hashOrder(order);
        bytes memory inner = joined(signed(ALICE_KEY, digestOf(3, rootOf(nodes))));
        wallet.answerBy(Answer.Wrong);
        unsigned(order, wrapped(inner, proofOf(nodes, 5), 5, 3));
        wallet.answerBy(Answer.Honest);
        buyBy(order, wrapped(inner, proofOf(nodes, 5), 5, 3));
        vm.assertEq(nft.ownerOf(200), bob, "item");
    }

    /// Its bytes are longer than a key's.
    function test_WhenAWalletOfSeveralOwnersSigned() public {
        (LongWallet wallet, Order memory order) = saleOfLongWallet();
        bytes32[] memory nodes = leaves(1);
        nodes[0] = exchange.hashOrder(order);
        buyBy(order, wrapped(wallet.expect(130), proofOf(nodes, 0), 0, 1));
        vm.assertEq(nft.ownerOf(300), bob, "item");
    }

    /// As a Safe that approved the root on chain.
    function test_WhenAWalletNeedsNoBytes() public {
        (LongWallet wallet, Order memory order) = saleOfLongWallet();
        bytes32[] memory nodes = leaves(1);
        nodes[0] = exchange.hashOrder(order);
        buyBy(order, wrapped(wallet.expect(0), proofOf(nodes, 0), 0, 1));
        vm.assertEq(nft.ownerOf(300), bob, "item");
    }

    /// [BULK-02] Minted by its purchase, for a leaf of the tree.
    function test_WhenTheItemIsNotMintedYet() public {
        Order memory order = unminted(single, 1);
        bytes32[] memory nodes = leaves(1);
        nodes[1] = exchange.hashOrder(order);
        bytes memory signature = wrapped(joined(signed(ALICE_KEY, digestOf(1, rootOf(nodes)))), proofOf(nodes, 1), 1, 1);
        bytes memory voucher = signedTerms(single, alice, terms(1));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, signature, FEE, none(), 1, address(0), voucher);
        vm.assertEq(single.totalSupply(), 1, "minted");
        assertOver(order, 0.05 ether);
    }

    function test_WhenABidIsALeaf() public {
        Order memory order = aBid(address(nft));
        bytes32[] memory nodes = leaves(1);
        nodes[0] = exchange.hashOrder(order);
        bytes memory signature = wrapped(joined(signed(BOB_KEY, digestOf(1, rootOf(nodes)))), proofOf(nodes, 0), 0, 1);
        vm.prank(alice);
        exchange.acceptBid(order, signature, FEE, none(), PRICE, address(0), 0);
        vm.assertEq(nft.ownerOf(1), bob, "item");
    }

    function test_RevertWhen_TheProofIsWrong() public {
        bytes32[] memory nodes = leaves(2);
        bytes memory inner = joined(signed(ALICE_KEY, digestOf(2, rootOf(nodes))));
        unsigned(sale(0), wrapped(inner, proofOf(nodes, 1), 0, 2));
        unsigned(sale(0), wrapped(inner, new bytes(64), 0, 2));
    }

    function test_RevertWhen_TheIndexIsWrong() public {
        bytes32[] memory nodes = leaves(2);
        bytes memory inner = joined(signed(ALICE_KEY, digestOf(2, rootOf(nodes))));
        for (uint256 place = 1; place < 4; ++place) unsigned(sale(0), wrapped(inner, proofOf(nodes, 0), place, 2));
        bytes memory why = abi.encodeWithSelector(IExchange.ExchangeBulkIndexInvalid.selector, 4, 2);
        fails(sale(0), wrapped(inner, proofOf(nodes, 0), 4, 2), why);
    }

    /// The same root under a type of another height.
    function test_RevertWhen_TheHeightIsWrong() public {
        bytes32[] memory nodes = leaves(2);
        bytes memory inner = joined(signed(ALICE_KEY, digestOf(2, rootOf(nodes))));
        bytes memory proof = proofOf(nodes, 0);
        unsigned(sale(0), abi.encodePacked(inner, proof, uint16(0), uint8(1), MAGIC));
        unsigned(sale(0), wrapped(joined(signed(ALICE_KEY, digestOf(3, rootOf(nodes)))), proof, 0, 2));
        unsigned(sale(0), wrapped(joined(signed(ALICE_KEY, digestOf(1, rootOf(nodes)))), proof, 0, 2));
    }

    function test_RevertWhen_ThereAreTooManyLevelsOrNone() public {
        bytes memory why = abi.encodeWithSelector(IExchange.ExchangeBulkHeightInvalid.selector, 0);
        fails(sale(0), wrapped(joined(signed(ALICE_KEY, 0)), "", 0, 0), why);
        why = abi.encodeWithSelector(IExchange.ExchangeBulkHeightInvalid.selector, 11);
        fails(sale(0), wrapped(joined(signed(ALICE_KEY, 0)), new bytes(352), 0, 11), why);
    }

    function test_RevertWhen_TheProofIsCut() public {
        bytes memory why = abi.encodeWithSelector(IExchange.ExchangeBulkProofMissing.selector, 63, 2);
        fails(sale(0), abi.encodePacked(new bytes(63), uint16(0), uint8(2), MAGIC), why);
    }

    /// [BULK-03] A node is no order, an order no root.
    function test_RevertWhen_ASingleOrderIsReadAsARoot() public {
        Order memory order = sale(0);
        Sig memory single_ = makerSig(ALICE_KEY, order);
        bytes32[] memory nodes = leaves(1);
        unsigned(order, wrapped(joined(single_), proofOf(nodes, 0), 0, 1));
        // The root's signature beside an order, alone and in the documented form.
        Sig memory sig = signed(ALICE_KEY, digestOf(1, rootOf(nodes)));
        unsigned(order, joined(sig));
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, alice));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, sig, FEE, none(), 1, address(0));
    }

    function test_RevertWhen_AnotherOrderIsPutInItsPlace() public {
        Order memory order = sale(0);
        order.buying = 1;
        bytes memory signature = bulk(2, 0);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, alice));
        vm.prank(bob);
        exchange.exchange{value: 1}(order, signature, FEE, none(), 1, address(0));
    }

    function test_RevertWhen_AnotherSigned() public {
        bytes32[] memory nodes = leaves(1);
        unsigned(sale(0), wrapped(joined(signed(EVE_KEY, digestOf(1, rootOf(nodes)))), proofOf(nodes, 0), 0, 1));
        unsigned(sale(0), wrapped("", proofOf(nodes, 0), 0, 1));
        bytes memory longer = bytes.concat(joined(signed(ALICE_KEY, digestOf(1, rootOf(nodes)))), hex"00");
        unsigned(sale(0), wrapped(longer, proofOf(nodes, 0), 0, 1));
        unsigned(sale(0), wrapped(joined(mirrored(signed(ALICE_KEY, digestOf(1, rootOf(nodes))))), proofOf(nodes, 0), 0, 1));
    }

    /// A failed recovery yields the zero address, which signs nothing.
    function test_RevertWhen_TheZeroAddressIsTheOwner() public {
        Order memory order = sale(0);
        order.key.owner = address(0);
        unsigned(order, wrapped(new bytes(65), proofOf(leaves(1), 0), 0, 1));
    }

    /// Also beside a fee signer's signature, which allows it to an order alone.
    function test_RevertWhen_ItWasPersonallySigned() public {
        Order memory order = sale(0);
        bytes32[] memory nodes = leaves(1);
        bytes32 digest = digestOf(1, rootOf(nodes));
        bytes32 personal = keccak256(bytes.concat("\x19Ethereum Signed Message:\n64", bytes(hexOf(digest))));
        bytes memory signature = wrapped(joined(signed(ALICE_KEY, personal)), proofOf(nodes, 0), 0, 1);
        Sig memory fees = feeSig(FEE_KEY, order, FEE);
        vm.expectRevert(abi.encodeWithSelector(IExchange.ExchangeSignatureInvalid.selector, alice));
        vm.prank(bob);
        exchange.exchange{value: due(PRICE, FEE)}(order, signature, FEE, fees, 1, address(0));
    }

    function test_RevertWhen_OnAnotherChain() public {
        bytes memory signature = bulk(2, 0);
        vm.chainId(block.chainid + 1);
        unsigned(sale(0), signature);
    }

    function test_RevertWhen_OnAnotherExchange() public {
        bytes memory signature = bulk(2, 0);
        (exchange,) = deployed();
        unsigned(sale(0), signature);
    }

    /// A wallet of 1 to 12 owners signs 65 bytes for each: as long as a leaf of any height, and no leaf.
    function test_WhenAWalletsBytesAreAsLongAsALeaf() public {
        (LongWallet wallet, Order memory order) = saleOfLongWallet();
        for (uint256 owners = 1; owners <= 12; ++owners) {
            uint256 snapshot = vm.snapshotState();
            buyBy(order, wallet.expect(65 * owners));
            vm.assertEq(nft.ownerOf(300), bob, "owners");
            vm.revertToState(snapshot);
        }
        for (uint256 height = 1; height <= 10; ++height) {
            uint256 snapshot = vm.snapshotState();
            buyBy(order, wallet.expect(65 + 32 * height + 35));
            vm.assertEq(nft.ownerOf(300), bob, "heights");
            vm.revertToState(snapshot);
        }
    }

    /// The magic word needs an index and a height before it.
    function test_WhenAWalletsBytesAreShorterThanALeaf() public {
        (LongWallet wallet, Order memory order) = saleOfLongWallet();
        for (uint256 length = 32; length < 35; ++length) {
            uint256 snapshot = vm.snapshotState();
            wallet.expect(length);
            buyBy(order, abi.encodePacked(new bytes(length - 32), MAGIC));
            vm.assertEq(nft.ownerOf(300), bob, "item");
            vm.revertToState(snapshot);
        }
    }

    function saleOfLongWallet() private returns (LongWallet wallet, Order memory order) {
        wallet = new LongWallet();
        nft.give(address(wallet), 300);
        wallet.approve(address(nft), address(proxy));
        order = sale(0);
        (order.key.owner, order.key.sellAsset.tokenId) = (address(wallet), 300);
    }

    function hexOf(bytes32 word) private pure returns (string memory) {
        bytes memory text = new bytes(64);
        for (uint256 i; i < 64; ++i) text[i] = bytes("0123456789abcdef")[uint256(word) >> (252 - 4 * i) & 15];
        return string(text);
    }
}

/// @notice Accepts bytes of one length, whole.
contract LongWallet {
    uint256 private _length;

    function expect(uint256 length) external returns (bytes memory signature) {
        _length = length;
        signature = new bytes(length);
        for (uint256 i; i < length; ++i) signature[i] = bytes1(uint8(i));
    }

    function approve(address token, address proxy) external {
        (bool ok,) = token.call(abi.encodeWithSignature("setApprovalForAll(address,bool)", proxy, true));
        require(ok);
    }

    function isValidSignature(bytes32, bytes calldata signature) external view returns (bytes4) {
        return signature.length == _length ? this.isValidSignature.selector : bytes4(0);
    }

    receive() external payable {}
}
