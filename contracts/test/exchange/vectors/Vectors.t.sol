// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IExchange} from "../../../src/exchange/IExchange.sol";
import {BulkSignatures} from "../../../src/exchange/BulkSignatures.sol";
import {Criteria} from "../../../src/exchange/Criteria.sol";
import {IFullExchange} from "../../../src/exchange/IFullExchange.sol";
import {Asset, Order, OrderKey, Sig} from "../../../src/exchange/OrderTypes.sol";
import {Orders} from "../../../src/exchange/Orders.sol";
import {Signatures} from "../../../src/exchange/Signatures.sol";
import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {RoyaltyERC721} from "../../base/PlainTokens.sol";

/// @notice The golden vectors that the TypeScript rules read too.
contract VectorsTest is ExchangeBase {
    using Orders for uint256;

    string private orders;
    string private current;

    function recovered(bytes32 digest, Sig calldata sig) external pure returns (address) {
        return Signatures.recover(digest, sig);
    }

    /// [TX-32] the struct hash, and all that is signed over it
    function test_Orders() public {
        orders = vm.readFile("packages/protocol/vectors/orders.json");
        uint256 count;
        for (; vm.keyExistsJson(orders, caseAt(count)); ++count) {
            current = caseAt(count);
            vm.chainId(number(".chainId"));
            checkOrder(exchangeAt(vm.parseJsonAddress(orders, key(".exchange"))));
        }
        vm.assertGe(count, 6, "cases");
    }

    function test_Salts() public view {
        string memory salts = vm.readFile("packages/protocol/vectors/salts.json");
        uint256 count;
        for (; vm.keyExistsJson(salts, caseAt(count)); ++count) {
            string memory start = caseAt(count);
            uint256 salt = vm.parseJsonUint(salts, string.concat(start, ".salt"));
            vm.assertEq(salt.validFrom(), vm.parseJsonUint(salts, string.concat(start, ".validFrom")), "validFrom");
            vm.assertEq(salt.validUntil(), vm.parseJsonUint(salts, string.concat(start, ".validUntil")), "validUntil");
            vm.assertEq(salt.mostFee(), vm.parseJsonUint(salts, string.concat(start, ".maxBuyerFeeBps")), "maxBuyerFee");
            vm.assertEq(salt.number(), vm.parseJsonUint(salts, string.concat(start, ".sequence")), "sequence");
            uint256 bit = vm.parseJsonUint(salts, string.concat(start, ".bit"));
            vm.assertEq(salt.number(), vm.parseJsonUint(salts, string.concat(start, ".word")) * 256 + bit, "word and bit");
        }
        vm.assertGe(count, 6, "cases");
    }

    /// [PRIV-03] [COFF-02] Criteria bids and private sales: what is hashed and signed, and which ids a root takes.
    function test_Kinds() public {
        orders = vm.readFile("packages/protocol/vectors/kinds.json");
        uint256 count;
        for (; vm.keyExistsJson(orders, rowAt(".criteria", count)); ++count) {
            current = rowAt(".criteria", count);
            checkKind(address(0));
            Order memory order = readOrder();
            this.checkId(bytes32(order.key.buyAsset.tokenId), number(".tokenId"), words(".proof"));
        }
        vm.assertGe(count, 4, "criteria bids");
        for (count = 0; vm.keyExistsJson(orders, rowAt(".privateSales", count)); ++count) {
            current = rowAt(".privateSales", count);
            checkKind(vm.parseJsonAddress(orders, key(".taker")));
        }
        vm.assertGe(count, 2, "private sales");
    }

    /// [BULK-02] Trees of orders, and each leaf's bytes.
    function test_Bulk() public {
        orders = vm.readFile("packages/protocol/vectors/kinds.json");
        uint256 count;
        for (; vm.keyExistsJson(orders, rowAt(".bulk", count)); ++count) {
            current = rowAt(".bulk", count);
            IFullExchange vectored = exchangeAt(vm.parseJsonAddress(orders, key(".exchange")));
            address maker = vm.addr(uint256(word(".makerKey")));
            vm.assertEq(this.recovered(word(".digest"), sigAt(".signature")), maker, "signature");
            bytes32[] memory leaves = words(".leaves");
            for (uint256 i; i < leaves.length; ++i) {
                bytes memory signature =
                    vm.parseJsonBytes(orders, key(string.concat(".signatures[", vm.toString(i), "]")));
                bytes32 structHash = this.opened(signature, leaves[i]);
                vm.assertEq(separated(vectored, structHash), word(".digest"), "tree");
            }
        }
        vm.assertGe(count, 3, "trees");
    }

    function checkId(bytes32 root, uint256 tokenId, bytes32[] calldata proof) external pure {
        Criteria.check(root, tokenId, proof);
    }

    function opened(bytes calldata signature, bytes32 orderHash) external pure returns (bytes32 structHash) {
        vm.assertTrue(BulkSignatures.isBulk(signature), "bulk");
        (, structHash) = BulkSignatures.open(signature, orderHash);
    }

    /// What each party pays and receives, on a sale for coin.
    function test_Fees() public {
        orders = vm.readFile("packages/protocol/vectors/fees.json");
        uint256 count;
        for (; vm.keyExistsJson(orders, caseAt(count)); ++count) {
            current = caseAt(count);
            checkFees(count);
        }
        vm.assertGe(count, 12, "cases");
    }

    function checkKind(address taker) private {
        IFullExchange vectored = exchangeAt(vm.parseJsonAddress(orders, key(".exchange")));
        bytes32 digest = vectored.digestByTerms(readOrder(), taker);
        vm.assertEq(digest, word(".digest"), "digest");
        vm.assertEq(separated(vectored, word(".structHash")), digest, "structHash");
        vm.assertEq(this.recovered(digest, sigAt(".signature")), vm.addr(uint256(word(".makerKey"))), "signature");
    }

    /// @dev EIP-712, for the exchange at its place on this chain.
    function separated(IFullExchange vectored, bytes32 structHash) private view returns (bytes32) {
        bytes32 separator = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Plinth Exchange"),
                keccak256("1"),
                block.chainid,
                vectored
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", separator, structHash));
    }

    function words(string memory name) private view returns (bytes32[] memory list) {
        uint256 count;
        while (vm.keyExistsJson(orders, key(string.concat(name, "[", vm.toString(count), "]")))) ++count;
        list = new bytes32[](count);
        for (uint256 i; i < count; ++i) list[i] = word(string.concat(name, "[", vm.toString(i), "]"));
    }

    function rowAt(string memory name, uint256 index) private pure returns (string memory) {
        return string.concat(name, "[", vm.toString(index), "]");
    }

    function checkFees(uint256 index) private {
        RoyaltyERC721 token = new RoyaltyERC721(carol, uint96(number(".royaltyBps")));
        token.give(alice, 1);
        vm.prank(alice);
        token.setApprovalForAll(address(proxy), true);
        Order memory order = aSale(address(token));
        order.key.salt = saltOf(index);
        order.buying = number(".total");
        order.sellerFee = number(".sellerFeeBps");
        uint256 fee = number(".buyerFeeBps");
        Sig memory sig = makerSig(ALICE_KEY, order);
        Sig memory fees = feeSig(FEE_KEY, order, fee);
        vm.deal(bob, number(".pays"));
        vm.deal(alice, 0);
        vm.deal(carol, 0);
        vm.deal(address(exchange), 0);
        vm.prank(bob);
        exchange.exchange{value: number(".pays")}(order, sig, fee, fees, 1, address(0));
        vm.assertEq(alice.balance, number(".receives"), "receives");
        vm.assertEq(carol.balance, number(".royalty"), "royalty");
        vm.assertEq(address(exchange).balance, number(".sellerFee") + number(".buyerFee"), "fees");
    }

    function checkOrder(IExchange vectored) private {
        Order memory order = readOrder();
        bytes32 digest = word(".digest");
        vm.assertEq(vectored.hashOrder(order), word(".structHash"), "structHash");
        vm.assertEq(vectored.digest(order), digest, "digest");
        vm.assertEq(vectored.prepareMessage(order), vm.parseJsonString(orders, key(".text64")), "text64");
        address maker = vm.addr(uint256(word(".makerKey")));
        vm.assertEq(maker, order.key.owner, "maker");
        vm.assertEq(this.recovered(digest, sigAt(".signature")), maker, "signature");
        vm.assertEq(
            this.recovered(Signatures.personalDigest(digest), sigAt(".personalSignature")), maker, "personalSignature"
        );
        while (vectored.feeEpoch() < number(".feeEpoch")) {
            vm.prank(operator);
            vectored.raiseFeeEpoch();
        }
        bytes32 feeDigest = vectored.buyerFeeDigest(word(".structHash"), number(".buyerFee"));
        vm.assertEq(feeDigest, word(".buyerFeeDigest"), "buyerFeeDigest");
        vm.assertEq(
            this.recovered(feeDigest, sigAt(".buyerFeeSignature")), vm.addr(uint256(word(".feeSignerKey"))), "buyerFeeSignature"
        );
    }

    /// @dev The vectors name an address: the exchange goes there, with a fee slot of its own.
    function exchangeAt(address place) private returns (IFullExchange) {
        (IFullExchange fresh,) = deployed();
        vm.etch(place, address(fresh).code);
        for (uint256 slot; slot < 11; ++slot) {
            vm.store(place, bytes32(slot), vm.load(address(fresh), bytes32(slot)));
        }
        return IFullExchange(place);
    }

    function readOrder() private view returns (Order memory) {
        OrderKey memory names = OrderKey(
            vm.parseJsonAddress(orders, key(".order.owner")), number(".order.salt"), readAsset(".order.sellAsset"), readAsset(".order.buyAsset")
        );
        return Order(names, number(".order.selling"), number(".order.buying"), number(".order.sellerFee"));
    }

    function readAsset(string memory name) private view returns (Asset memory) {
        return Asset(
            vm.parseJsonAddress(orders, key(string.concat(name, ".token"))),
            number(string.concat(name, ".tokenId")),
            uint8(number(string.concat(name, ".assetType")))
        );
    }

    function sigAt(string memory name) private view returns (Sig memory) {
        bytes memory joined = vm.parseJsonBytes(orders, key(name));
        bytes32 r;
        bytes32 s;
        assembly {
            r := mload(add(joined, 0x20))
            s := mload(add(joined, 0x40))
        }
        return Sig(uint8(joined[64]), r, s);
    }

    function number(string memory name) private view returns (uint256) {
        return vm.parseJsonUint(orders, key(name));
    }

    function word(string memory name) private view returns (bytes32) {
        return vm.parseJsonBytes32(orders, key(name));
    }

    function key(string memory name) private view returns (string memory) {
        return string.concat(current, name);
    }

    function caseAt(uint256 index) private pure returns (string memory) {
        return string.concat(".cases[", vm.toString(index), "]");
    }
}
